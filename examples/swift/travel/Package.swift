// swift-tools-version: 6.0
// A terminal host in Swift: `cargo xtask demo --language swift` builds and runs it.

import PackageDescription

let package = Package(
    name: "travel",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../bindings/swift")],
    targets: [
        .executableTarget(
            name: "travel",
            dependencies: [.product(name: "MCPClient", package: "swift")],
            path: "Sources"
        ),
        .executableTarget(
            name: "ask", dependencies: [.product(name: "MCPClient", package: "swift")], path: "Ask"),
    ],
    swiftLanguageModes: [.v6]
)
