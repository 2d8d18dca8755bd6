package mcpclient

import java.net.StandardProtocolFamily
import java.net.UnixDomainSocketAddress
import java.nio.ByteBuffer
import java.nio.channels.ServerSocketChannel
import java.nio.file.Files
import java.util.concurrent.LinkedBlockingQueue
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch

/** Sockets, and lanes of the program's own making, with the puppet at their end. */
class LaneTest {
    @Test
    fun aUnixSocket() = patiently {
        val folder = Files.createTempDirectory("mcpclient")
        val path = folder.resolve("socket")
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).use { listening ->
            listening.bind(UnixDomainSocketAddress.of(path))
            val serving = thread {
                listening.accept().use { channel ->
                    val process = ProcessBuilder(puppet, "--serve").start()
                    // Not over streams of the channel's: one waits for the other.
                    val up = thread {
                        val buffer = ByteBuffer.allocate(65_536)
                        while (channel.read(buffer) >= 0) {
                            process.outputStream.write(buffer.array(), 0, buffer.position())
                            process.outputStream.flush()
                            buffer.clear()
                        }
                        process.outputStream.close()
                    }
                    val bytes = ByteArray(65_536)
                    while (true) {
                        val length = process.inputStream.read(bytes)
                        if (length < 0) break
                        val buffer = ByteBuffer.wrap(bytes, 0, length)
                        while (buffer.hasRemaining()) channel.write(buffer)
                    }
                    up.join()
                    process.waitFor()
                }
            }
            connect(Socket.unix(path.toString())).use { client ->
                assertNull(client.pid)
                assertEquals("Grüße", client.callTool("echo", mapOf("text" to "Grüße")).text)
            }
            serving.join()
        }
        Files.delete(path)
        Files.delete(folder)
        assertFailsWith<McpException.Network> { connect(Socket.unix(path.toString())) }
        assertFailsWith<McpException.Network> { connect(Socket.tcp("127.0.0.1", 1)) }
        assertFailsWith<IllegalArgumentException> { Socket.tcp("127.0.0.1", 70_000) }
    }

    @Test
    fun aLane() = patiently {
        val process = ProcessBuilder(puppet, "--serve").start()
        val lines = LinkedBlockingQueue<ByteArray>()
        val lane = Lane(close = { lines.put(ByteArray(0)) }) { lines.put(it) }
        // What takes time is done elsewhere.
        val writing = thread {
            while (true) {
                val line = lines.take()
                if (line.isEmpty()) break
                process.outputStream.write(line)
                process.outputStream.flush()
            }
            process.outputStream.close()
        }
        val reading = launch(Dispatchers.IO) {
            val buffer = ByteArray(65_536)
            while (true) {
                val length = process.inputStream.read(buffer)
                if (length < 0) break
                lane.write(buffer.copyOf(length))
            }
            lane.end()
        }
        val wrong = ClientOptions(revisions = listOf("1999-01-01"))
        assertFailsWith<McpException.Unsupported> { connect(lane, options = wrong) }
        // Where there was no client it is free for another.
        val client = connect(lane, object : Host() {
            override suspend fun elicit(ask: Elicitation): Answer = Answer.Decline
        }, Offer(form = true))
        client.use {
            assertEquals("""{"action":"decline"}""", client.callTool("form").text)
            assertTrue(client.callTool("big", mapOf("bytes" to 4_000_000)).text.length >= 4_000_000)
        }
        client.closed()
        writing.join()
        reading.join()
        assertEquals(0, process.waitFor())
        assertFailsWith<McpException.Gone> { lane.feed(byteArrayOf(10)) }
        assertFailsWith<McpException.InvalidArg> { connect(lane) }
    }

    @Test
    fun aLaneWhoseEndFailsIsBroken() = patiently {
        val host = Witness()
        val lane = Lane { throw IllegalStateException("no cable") }
        assertFailsWith<McpException.Closed> { connect(lane, host) }
        assertEquals("no cable", host.next<Witness.Failed>().failure.message)
    }
}
