// swift-tools-version: 6.2

import PackageDescription

/// A product of a package that the programs need, and the libraries do not: with `traits: []` none of them is resolved.
func programs(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Programs"]))
}

let package = Package(
    name: "kma",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Regions", targets: ["Regions"]),
        .library(name: "Forecast", targets: ["Forecast"]),
        .library(name: "Feeds", targets: ["Feeds"]),
        .library(name: "SampleFeeds", targets: ["SampleFeeds"]),
        .library(name: "KMAForecast", targets: ["KMAForecast"]),
        .library(name: "Record", targets: ["Record"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .library(name: "ServiceClient", targets: ["ServiceClient"]),
        .library(name: "Settings", targets: ["Settings"]),
        .library(name: "Rendering", targets: ["Rendering"]),
        .executable(name: "kma", targets: ["kma"]),
        .executable(name: "kma-server", targets: ["kma-server"]),
    ],
    traits: [
        .trait(
            name: "Programs",
            description: "The programs kma and kma-server, with the packages that they need."
        ),
        .default(enabledTraits: ["Programs"]),
    ],
    // Exact versions: a new release changes nothing here by itself. Tests hold what the argument parser prints.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // Compiled by `swift package generate-documentation` alone.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),

        // The service alone uses these; `swift run kma` compiles none of them.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    ],
    targets: [
        // The ground: values and pure functions, no input or output, no clock.
        .target(name: "CLibrary"),
        .target(name: "Regions", dependencies: ["CLibrary"], plugins: ["EmbedTables"]),
        .target(name: "Forecast", dependencies: ["CLibrary"]),

        // Typed words: a time, a topic, and the names or the coordinate of places.
        .target(name: "Words", dependencies: ["CLibrary", "Regions", "Forecast"]),

        // What the upstreams say, and the adapter that asks them.
        .target(name: "Feeds", dependencies: ["Regions", "Forecast"]),
        .target(name: "KMAForecast", dependencies: ["CLibrary", "Regions", "Forecast", "Feeds", "Words"]),
        // The record of all issues: its import, its contents, and reports of it.
        .target(name: "Record", dependencies: ["Regions", "Forecast", "Feeds", "KMAForecast"]),
        // Requests over URLSession, for programs that bring no transport of their own.
        .target(name: "URLSessionTransport", dependencies: ["Feeds", "KMAForecast"]),
        // The service's answers as values, for programs that ask it and no upstream.
        .target(name: "ServiceClient", dependencies: ["Feeds", "Forecast"]),

        // SQLite, loaded when a database is first opened; the system's on macOS.
        .target(
            name: "CSQLite",
            linkerSettings: [
                .linkedLibrary("dl", .when(platforms: [.linux])),
                .linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS])),
            ]
        ),
        // gzip, loaded when something is first compressed; the system's on macOS.
        .target(
            name: "CZlib",
            linkerSettings: [
                .linkedLibrary("dl", .when(platforms: [.linux])),
                .linkedLibrary("z", .when(platforms: [.macOS, .iOS])),
            ]
        ),
        // What is stored on one machine, in databases that programs share: the cache, and the ledger of every issue.
        .target(
            name: "SQLiteStore",
            dependencies: ["CLibrary", "CSQLite", "CZlib", "Feeds", "Forecast", "KMAForecast", "Record"]
        ),

        // A transport that answers as the upstreams would, from generated weather.
        .target(
            name: "SampleFeeds",
            dependencies: ["CLibrary", "Regions", "Forecast", "Feeds", "KMAForecast"]
        ),

        // The settings: names, defaults, errors.
        .target(name: "Settings", dependencies: ["Forecast", "Feeds"]),
        // A report as bytes: JSON, tables, CSV, lines, and the words of errors.
        .target(
            name: "Rendering",
            dependencies: [
                "Regions", "Forecast", "Feeds", "KMAForecast", "Record", "ServiceClient", "Settings",
            ]
        ),
        // Open-Meteo's forecast and air quality for apps with a choice of server: queries, values, answers.
        .target(
            name: "OpenMeteo",
            dependencies: ["CLibrary", "Regions", "Forecast", "KMAForecast", "Rendering"]
        ),
        // Announcements of warnings as Atom and CAP.
        .target(
            name: "AlertFeeds",
            dependencies: ["Regions", "Forecast", "Feeds", "KMAForecast", "Rendering"]
        ),
        // The protocol of assistants, and their tools.
        .target(
            name: "MCP",
            dependencies: ["Regions", "Forecast", "Feeds", "KMAForecast", "Record", "Rendering"],
            exclude: ["Tools"],
            plugins: ["EmbedTables"]
        ),
        // Rules that tell when the weather turns: whom they tell, how, and what is remembered.
        .target(
            name: "Watching",
            dependencies: ["CLibrary", "Regions", "Forecast", "Feeds", "KMAForecast", "Rendering"]
        ),
        // What the two programs share as programs: a forecaster made of settings, parser messages, standard streams.
        .target(
            name: "CommandLineSupport",
            dependencies: [
                "CLibrary", "Forecast", "Feeds", "KMAForecast", "Rendering", "SampleFeeds", "Settings",
                "SQLiteStore",
                programs("ArgumentParser", "swift-argument-parser"),
            ]
        ),
        // libcurl, loaded at the first request; nothing on other systems than Linux.
        .target(name: "CLibcurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "kma",
            dependencies: [
                "CLibrary", "CommandLineSupport", "KMAForecast", "MCP", "SQLiteStore", "Record",
                "Rendering", "Settings", "Watching",
                .target(name: "URLSessionTransport", condition: .when(platforms: [.macOS])),
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
                programs("ArgumentParser", "swift-argument-parser"),
            ]
        ),

        // The store of several machines, on etcd.
        .target(
            name: "EtcdStore",
            dependencies: [
                "Feeds", "Forecast", "KMAForecast", "SQLiteStore", "Settings",
                programs("AsyncHTTPClient", "async-http-client"),
                programs("NIOCore", "swift-nio"),
                programs("NIOSSL", "swift-nio-ssl"),
            ]
        ),
        .executableTarget(
            name: "kma-server",
            dependencies: [
                "AlertFeeds", "CLibrary", "CommandLineSupport", "EtcdStore", "KMAForecast", "MCP",
                "OpenMeteo", "Record",
                "Rendering", "SQLiteStore", "Settings", "Watching",
                programs("ArgumentParser", "swift-argument-parser"),
                programs("AsyncHTTPClient", "async-http-client"),
                programs("HTTPTypes", "swift-http-types"),
                programs("Hummingbird", "hummingbird"),
                programs("HummingbirdCore", "hummingbird"),
                programs("Logging", "swift-log"),
                programs("NIOConcurrencyHelpers", "swift-nio"),
                programs("NIOCore", "swift-nio"),
                programs("NIOHTTP1", "swift-nio"),
                programs("NIOHTTPTypes", "swift-nio-extras"),
                programs("NIOPosix", "swift-nio"),
                programs("NIOSSL", "swift-nio-ssl"),
                programs("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            exclude: ["Page"],
            plugins: ["EmbedTables"]
        ),

        // Data/*.csv, or the files of a target's own Page/ or Tools/, into StaticString constants at build time.
        .plugin(name: "EmbedTables", capability: .buildTool(), dependencies: ["embed-tables"]),
        .executableTarget(name: "embed-tables"),

        // Measures; nothing else depends on it.
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CommandLineSupport", "KMAForecast", "Rendering", "SampleFeeds", "Settings"],
            path: "Tests/Benchmarks/Pipeline"
        ),
        // StubUpstream as a process, for the benchmarks of the service.
        .executableTarget(name: "stub-upstream", dependencies: ["StubUpstream"], path: "Tests/Benchmarks/Upstream"),

        // Tests. StubUpstream is a real HTTP stand-in for KMA and OpenWeather.
        .target(name: "StubUpstream", dependencies: ["Feeds", "SampleFeeds"], path: "Tests/StubUpstream"),
        // TestSupport runs the built programs as people run them.
        .target(
            name: "TestSupport",
            dependencies: ["StubUpstream", "SQLiteStore", "KMAForecast"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "RegionsTests", dependencies: ["Regions", "TestSupport"], exclude: ["Tables"]),
        .testTarget(name: "ForecastTests", dependencies: ["Forecast"], exclude: ["Tables"]),
        .testTarget(name: "FeedsTests", dependencies: ["Feeds", "SampleFeeds", "StubUpstream"]),
        .testTarget(name: "SampleFeedsTests", dependencies: ["SampleFeeds"]),
        // Over the command line's own transport: the way of a request is the real one, from end to end.
        .testTarget(
            name: "KMAForecastTests",
            dependencies: [
                "AlertFeeds", "CommandLineSupport", "KMAForecast", "Record", "SampleFeeds", "SQLiteStore", "TestSupport",
                "StubUpstream", "URLSessionTransport", "kma",
            ],
            exclude: ["Tables"]
        ),
        .testTarget(name: "SettingsTests", dependencies: ["Settings"]),
        .testTarget(name: "RenderingTests", dependencies: ["AlertFeeds", "MCP", "Record", "Rendering"]),
        .testTarget(
            name: "WatchingTests",
            dependencies: [
                "Watching", "CommandLineSupport", "SQLiteStore", "Settings", "TestSupport", "StubUpstream",
                "kma",
            ]
        ),
        .testTarget(
            name: "kmaTests",
            dependencies: ["kma", "TestSupport", "SampleFeeds", "SQLiteStore", "StubUpstream"],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "kma-serverTests",
            dependencies: [
                "CommandLineSupport", "kma", "kma-server", "OpenMeteo", "SampleFeeds", "ServiceClient",
                "TestSupport", "StubUpstream", "URLSessionTransport", "Watching",
                programs("HummingbirdTesting", "hummingbird"),
            ],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "Feeds", "Forecast", "KMAForecast", "Record", "SQLiteStore", "StubUpstream", "TestSupport",
            ]
        ),
        // The contract of a store, against the disk and against the real etcd.
        .testTarget(
            name: "EtcdStoreTests",
            dependencies: [
                "CommandLineSupport", "EtcdStore", "Feeds", "Forecast", "KMAForecast", "SampleFeeds",
                "Settings",
                "SQLiteStore", "StubUpstream", "TestSupport", "Watching",
                "kma-server",
                programs("AsyncHTTPClient", "async-http-client"),
            ]
        ),
        .testTarget(name: "DocumentationTests", dependencies: ["kma", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// Reads from /proc what programs hold.
package.targets.append(
    .executableTarget(
        name: "soak",
        dependencies: [
            "Regions", "Forecast", "Feeds", "SampleFeeds", "SQLiteStore", "TestSupport", "StubUpstream",
            programs("ArgumentParser", "swift-argument-parser"),
            programs("AsyncHTTPClient", "async-http-client"),
        ],
        path: "Tests/Benchmarks/Soak",
        exclude: ["README.md"]
    )
)
#endif

// What comes to the service over its sockets, with libFuzzer: built where it is asked for, because it is linked with
// the fuzzer's runtime (Tests/Fuzz/README.md).
if Context.environment["KMA_FUZZ"] != nil {
    // One program cannot be linked into another, so the service becomes a library, and its `main` has another name.
    let renamed = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "kma_server_main"]
    package.products.removeAll { $0.name == "kma-server" }
    package.targets = package.targets.map { target in
        guard target.name == "kma-server" else { return target }
        return .target(
            name: target.name,
            dependencies: target.dependencies,
            exclude: target.exclude,
            swiftSettings: [.unsafeFlags(renamed)],
            plugins: target.plugins
        )
    }
    package.targets += [
        .target(name: "LibFuzzer", path: "Tests/Fuzz/Sources/LibFuzzer"),
        .executableTarget(
            name: "fuzz-requests",
            dependencies: [
                "LibFuzzer", "TestSupport", "CommandLineSupport", "KMAForecast", "SampleFeeds", "kma-server",
                programs("Hummingbird", "hummingbird"),
                programs("Logging", "swift-log"),
            ],
            path: "Tests/Fuzz/Requests"
        ),
    ]
}
