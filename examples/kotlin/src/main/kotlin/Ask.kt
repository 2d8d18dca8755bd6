// ask TOOL SERVER [ARGUMENT]...: calls a tool, and lets you answer what the server asks.
import kotlinx.coroutines.runBlocking
import mcpclient.Answer
import mcpclient.Elicitation
import mcpclient.Host
import mcpclient.Input
import mcpclient.Offer
import mcpclient.Stdio
import mcpclient.connect

class Asking : Host() {
    override suspend fun elicit(ask: Elicitation): Answer {
        if (ask !is Input.Form) return Answer.Decline
        println("${ask.server} asks: ${ask.message}")
        for (field in ask.form.fields) {
            do {
                print("${field.label}? ")
                val line = readln() // an empty one keeps the default
                val problem = if (line.isEmpty()) ask.form.fault(field) else ask.form.type(field, line)
                if (problem != null) println(problem.message)
            } while (problem != null)
        }
        return Answer.Accept
    }
}

fun main(args: Array<String>) = runBlocking {
    connect(Stdio(args[1], args.drop(2)), Asking(), Offer(form = true)).use { client ->
        println(client.callTool(args[0]).text)
    }
}
