/// A block of what a model answers. Whether it fits the request is said when the answer is given.
public enum AnswerBlock: Sendable, Equatable {
    /// Text.
    case text(String)
    /// A picture: base64, and its media type, such as `image/png` (SAM-46).
    case image(data: String, mimeType: String)
    /// Sound, where the revision has it: base64, and its media type, such as `audio/wav` (SAM-05).
    case audio(data: String, mimeType: String)
    /// The model wants one of the server's tools called (SAM-21, SAM-22); the id is new in this answer.
    case toolUse(id: String, name: String, arguments: JSON = [:])
    /// A block that is made already: sent verbatim, `_meta` included (SAM-26).
    case made(JSON)

    var raw: RawBlock {
        switch self {
        case .text(let text): .text(text: text)
        case .image(let data, let mimeType): .image(data: data, mimeType: mimeType)
        case .audio(let data, let mimeType): .audio(data: data, mimeType: mimeType)
        case .toolUse(let id, let name, let arguments):
            .toolUse(id: id, name: name, arguments: arguments.write())
        case .made(let block): .made(json: block.write())
        }
    }
}
