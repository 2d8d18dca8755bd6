// swift-tools-version: 6.0
// The Swift binding of libmcpclient. The native library has to be where the linker looks: `cargo xtask test`
// builds it, and the servers of the tests, and runs this with all of them named.

import PackageDescription

let package = Package(
    name: "mcpclient",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "MCPClient", targets: ["MCPClient"])],
    targets: [
        .systemLibrary(name: "CMCPClient", path: "Sources/CMCPClient"),
        .target(name: "MCPClient", dependencies: ["CMCPClient"]),
        .testTarget(name: "MCPClientTests", dependencies: ["MCPClient"]),
        .executableTarget(name: "vectors", dependencies: ["MCPClient"], path: "Tests/Vectors"),
        .executableTarget(name: "agent", dependencies: ["MCPClient"], path: "Tests/Agent"),
        .executableTarget(name: "leaves", dependencies: ["MCPClient"], path: "Tests/Leaves"),
    ],
    swiftLanguageModes: [.v6]
)
