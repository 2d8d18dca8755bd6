// swift-tools-version: 6.0
// The runner of the official conformance suite in Swift: see ../../README.md. The folder is not called swift, as the
// binding's is: by that name Swift tells packages apart.

import PackageDescription

let package = Package(
    name: "conformance",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../../bindings/swift")],
    targets: [
        .executableTarget(name: "conformance", dependencies: [.product(name: "MCPClient", package: "swift")])
    ],
    swiftLanguageModes: [.v6]
)
