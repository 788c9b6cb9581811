// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "kma",
    platforms: [.macOS(.v14)],
    products: [
        .library(name: "Regions", targets: ["Regions"]),
        .library(name: "Forecast", targets: ["Forecast"]),
        .library(name: "Feeds", targets: ["Feeds"]),
        .library(name: "KMAForecast", targets: ["KMAForecast"]),
        .executable(name: "kma", targets: ["kma"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // The ground: values and pure functions, no input or output, no clock.
        .target(name: "Regions", plugins: ["EmbedTables"]),
        .target(name: "Forecast"),

        // What the upstreams say, and the adapter that asks them.
        .target(name: "Feeds", dependencies: ["Regions", "Forecast"]),
        .target(name: "KMAForecast", dependencies: ["Regions", "Forecast", "Feeds"]),

        // The programs.
        .executableTarget(
            name: "kma",
            dependencies: [
                "KMAForecast",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // Data/*.csv into StaticString constants at build time.
        .plugin(name: "EmbedTables", capability: .buildTool(), dependencies: ["embed-tables"]),
        .executableTarget(name: "embed-tables"),

        // Measures; nothing else depends on it.
        .executableTarget(name: "benchmarks", dependencies: ["KMAForecast"], path: "Benchmarks/Pipeline"),

        // Tests. Upstream is a real HTTP stand-in for KMA and OpenWeather.
        .target(name: "Upstream", dependencies: ["Feeds"], path: "Tests/Upstream"),
        .testTarget(name: "RegionsTests", dependencies: ["Regions"]),
        .testTarget(name: "ForecastTests", dependencies: ["Forecast"]),
        .testTarget(name: "FeedsTests", dependencies: ["Feeds", "Upstream"]),
        // Over the command line's own transport: the way of a request is the real one, from end to end.
        .testTarget(name: "KMAForecastTests", dependencies: ["KMAForecast", "Upstream", "kma"]),
        .testTarget(name: "kmaTests", dependencies: ["kma", "Upstream"]),
        .testTarget(name: "DocumentationTests", dependencies: ["kma"]),
    ],
    swiftLanguageModes: [.v6]
)
