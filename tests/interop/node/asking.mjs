// Asking the client: by requests of the server's own, or, in the era without them, by a result that asks.
import { createHash } from 'node:crypto';
import { inputRequired } from '@modelcontextprotocol/server';

// What a state holds beside the answers: letters that a client might write otherwise.
const ODD = '\u00e9e\u0301 \\u00e9 "/\\/\x7f\u2028\u{1f3d6}\t\n';

const sum = body => createHash('sha256').update(body).digest('hex');

// The answers so far as a text that is good for nothing once a letter of it is another.
function sealed(answers) {
  const body = ODD + JSON.stringify(answers);
  return sum(body) + body;
}

function opened(state) {
  const body = state.slice(64);
  if (state.slice(0, 64) !== sum(body)) throw new Error('the state is not what it was');
  return JSON.parse(body.slice(ODD.length));
}

/** The client has to answer first, and to ask again. */
export class Unanswered extends Error {
  constructor(result) {
    super('unanswered');
    this.result = result;
  }
}

/** The client, as one request of it sees it. */
export class Client {
  constructor(context, byRounds) {
    this.context = context;
    this.byRounds = byRounds;
    // All that was answered so far: the server keeps nothing between rounds.
    const state = context.mcpReq.requestState();
    this.answers = { ...(state && opened(state)), ...context.mcpReq.inputResponses };
  }

  /** The answers to some questions, by their keys. */
  async ask(questions) {
    const open = Object.entries(questions).filter(([key]) => !(key in this.answers));
    if (open.length > 0 && this.byRounds) {
      const inputRequests = Object.fromEntries(open);
      throw new Unanswered(inputRequired({ inputRequests, requestState: sealed(this.answers) }));
    }
    for (const [key, question] of open) this.answers[key] = await this.context.mcpReq.send(question);
    return Object.fromEntries(Object.keys(questions).map(key => [key, this.answers[key]]));
  }
}
