import Foundation
import MCPClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct ItemTests {
    // proves: TOL-08, TOL-10, PRM-03
    @Test func itemsAreReadForDialogs() async throws {
        let tool = try readItem(
            kind: .tool, json: #"{"name":"t","title":"T\u001b","inputSchema":{"type":"object"}}"#)
        #expect(tool.name == "t" && !tool.label.contains("\u{1b}"))
        #expect(tool.hazards == ["control"])
        #expect(tool.hints == Hints(readOnly: false, destructive: true, idempotent: false, openWorld: true))
        let wrong = try await failure { try readItem(kind: .tool, json: "{}") }
        guard case .BrokenProtocol = wrong else { throw Nothing(what: "another error") }
        let prompt = try readItem(kind: .prompt, json: #"{"name":"p","arguments":[{"name":"a","required":true}]}"#)
        #expect(prompt.arguments.map(\.required) == [true])
        let missing = try await failure { try checkArguments(prompt: prompt, arguments: nil) }
        guard case .Form = missing else { throw Nothing(what: "another error") }
        try checkArguments(prompt: prompt, arguments: #"{"a":"x"}"#)
    }

    // proves: RES-06, MET-09, MET-10, MET-11
    @Test func templatesAndIcons() throws {
        let template = try readItem(kind: .resourceTemplate, json: #"{"uriTemplate":"x://{a}{?b}","name":"t"}"#)
        #expect(try expandTemplate(template: template, values: #"{"a":"1 2"}"#) == "x://1%202")
        let server = try readItem(
            kind: .server,
            json: #"{"name":"s","icons":[{"src":"file:///a"},{"src":"https://example.com/a.png","theme":"dark"}]}"#)
        #expect(server.icons.map(\.fault) == ["scheme", nil])
        #expect(chooseIcon(of: server, pixels: 16, theme: .light) == 1)
        #expect(vetIcon(of: server, index: 1, bytes: Data("GIF89a".utf8)) == "content")
    }

    // proves: MET-09, MET-10
    @Test func iconsBringBytesOrStayWhereTheyAre() throws {
        let server = try readItem(
            kind: .server,
            json: #"{"name":"s","icons":[{"src":"data:image/png;base64,iVBORw0KGgo="},{"src":"https://example.com/a"}]}"#)
        #expect(iconBytes(of: server, index: 0) == Self.png)
        #expect(iconBytes(of: server, index: 1) == nil)
        #expect(iconBytes(of: server, index: 2) == nil)
        #expect(iconMayRedirect(of: server, index: 1, to: "https://example.com/b"))
        #expect(!iconMayRedirect(of: server, index: 1, to: "https://example.org/a"))
        #expect(!iconMayRedirect(of: server, index: 2, to: "https://example.com/b"))
    }

    // proves: MET-10
    @Test func anIconAtFaultIsNotUsed() throws {
        let server = try readItem(
            kind: .server,
            json: #"{"name":"s","icons":[{"src":"https://example.com/a","mimeType":"text/html"},"#
                + #"{"src":"https://example.com/b","mimeType":"image/png","sizes":["16x16","any"]}]}"#)
        #expect(vetIcon(of: server, index: 0, bytes: Self.png) == "type")
        #expect(vetIcon(of: server, index: 1, bytes: Self.png) == nil)
        #expect(vetIcon(of: server, index: 1, bytes: Data("<svg/>".utf8)) == "content")
        #expect(vetIcon(of: server, index: 2, bytes: Self.png) == "malformed")
        #expect(server.icons[1].mimeType == "image/png")
        #expect(server.icons[1].sizes == [.pixels(width: 16, height: 16), .any])
    }

    // proves: MET-10
    @Test(arguments: [nil, "example.com"]) func iconsOfOtherHostsAreAtFault(own: String?) async throws {
        let fault = own == nil ? nil : "origin"
        var options = ClientOptions()
        options.serverHost = own
        try await connected(server(), SilentHost(), Offer(), options) { client in
            let server = try #require(client.item(.server))
            #expect(server.icons.map(\.fault) == [nil, fault])
            #expect(chooseIcon(of: server, pixels: 16, theme: nil) == 0)
            #expect(vetIcon(of: server, index: 1, bytes: Self.png) == fault)
        }
    }

    private static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

    // proves: TOL-16
    @Test func aToolThatDoesNotKeepItsWord() async throws {
        try await connected { client in
            #expect(client.item(.tool, "add") == nil)
            try await client.listTools()
            #expect(client.item(.tool, "add")?.label == "add")
            #expect(try await client.callTool("add", ["a": 1, "b": 2]).output == .fits)
            let broken = try await client.callTool("add", ["a": 1, "b": 2, "words": true])
            #expect(broken.structuredContent == ["sum": "3"])
            #expect(broken.output == .violates(place: "/sum", keyword: "type"))
            #expect(try await client.callTool("echo").output == .unknown)
        }
    }
}
