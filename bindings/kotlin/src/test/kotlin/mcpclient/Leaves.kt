package mcpclient

import kotlinx.coroutines.runBlocking

/** Ends while clients, calls and inputs are open. */
fun main() {
    runBlocking {
        repeat(3) {
            val host = Witness()
            val client = connect(server(), host, everything)
            client.callTool("echo", mapOf("text" to "$it"))
            client.startTool("form")
            client.startTool("slow", settings = CallSettings(progress = true))
            host.next<Input.Form>()
        }
    }
    println("leaving")
}
