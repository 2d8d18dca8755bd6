// Runs the vectors of the folder that VECTORS names, and says what xtask reads: see tests/vectors/README.md.

import Foundation
import MCPClient

/// One case in one revision.
struct Vector {
    let file: String
    let kind: String
    let group: JSON
    let item: JSON
    let number: Int
    let spokenIn: String?

    var revision: String { spokenIn ?? "" }
    var id: String { "\(file)/\(group["name"]?.string ?? "")/\(number)" + (spokenIn.map { "@\($0)" } ?? "") }

    /// The schema, spelled out: the case's own, or the group's.
    var schema: String {
        let from = item["schema"] != nil || item["property"] != nil ? item : group
        let required = from["required"]?.bool == true ? #","required":["p"]"# : ""
        return from["schema"]?.string
            ?? #"{"type":"object","properties":{"p":\#(text(from, "property"))}\#(required)}"#
    }
}

struct Differs: Error {
    let what: String
}

/// Whether two things are the same, byte by byte; otherwise the vector has failed.
func same(_ what: String, _ found: JSON?, _ wanted: JSON?) throws {
    if found != wanted {
        throw Differs(what: "\(what): \(found?.write() ?? "nothing"), not \(wanted?.write() ?? "nothing")")
    }
}

func text(_ object: JSON, _ name: String) -> String {
    guard let text = object[name]?.string else { fatalError("\(name) is no text in \(object.write())") }
    return text
}

let kinds: [String: @Sendable (Vector) throws -> Void] = [
    "forms": runForm,
    "typed": runTyped,
    "content": runContent,
    "texts": runText,
    "fill": runFill,
    "defaults": runDefaults,
    "display": runDisplay,
    "paths": runPath,
    "containment": runContainment,
    "roots": runRoot,
    "sampleRequests": runSampleRequest,
    "sampleResults": runSampleResult,
    "modelChoice": runModelChoice,
    "urls": runUrl,
    "hazards": runHazards,
]

func vectors(_ name: String, _ content: JSON) -> [Vector] {
    var vectors: [Vector] = []
    for group in content["groups"]?.items ?? [] {
        let revisions: [String?] = group["revisions"]?.items.map(\.string) ?? [nil]
        for (index, item) in (group["cases"]?.items ?? []).enumerated() {
            for revision in revisions {
                vectors.append(
                    Vector(
                        file: name, kind: text(content, "kind"), group: group, item: item, number: index + 1,
                        spokenIn: revision))
            }
        }
    }
    return vectors
}

/// Why a vector failed, if it did.
func fault(_ vector: Vector) -> String? {
    do {
        guard let run = kinds[vector.kind] else { throw Differs(what: "no such kind: \(vector.kind)") }
        try run(vector)
        return nil
    } catch let differs as Differs {
        return "FAILED \(vector.id): \(differs.what)"
    } catch {
        return "FAILED \(vector.id): \(error)"
    }
}

let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["VECTORS"] ?? ".")
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
var failed = 0
for file in files.filter({ $0.pathExtension == "json" }).sorted(by: { $0.path < $1.path }) {
    let content = try JSON.parse(String(contentsOf: file, encoding: .utf8))
    guard content["groups"] != nil else { continue }
    let name = file.deletingPathExtension().lastPathComponent
    let all = vectors(name, content)
    let faults = all.compactMap(fault)
    faults.forEach { print($0) }
    print("vectors \(name): \(all.count - faults.count) passed, \(faults.count) failed")
    failed += faults.count
}
exit(failed == 0 ? 0 : 1)
