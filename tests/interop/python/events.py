"""What a client has missed: the events of all streams, one after the other."""

from mcp.server.streamable_http import EventMessage, EventStore


class Events(EventStore):
    """For one client: the SDK gives the streams of two clients the same names."""

    def __init__(self):
        self.events = []

    async def store_event(self, stream_id, message):
        self.events.append((stream_id, message))
        return str(len(self.events))

    async def replay_events_after(self, last_event_id, send_callback):
        last = int(last_event_id)
        stream_id = self.events[last - 1][0]
        for number, (stream, message) in enumerate(self.events[last:], last + 1):
            if stream == stream_id and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream_id
