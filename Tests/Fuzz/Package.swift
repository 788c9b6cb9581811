// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the program's package knows nothing of fuzzing.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "kma", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "LibFuzzer",
                .product(name: "Regions", package: "kma"),
                .product(name: "Forecast", package: "kma"),
                .product(name: "Feeds", package: "kma"),
                .product(name: "KMAForecast", package: "kma"),
                .product(name: "SampleFeeds", package: "kma"),
                .product(name: "Rendering", package: "kma"),
                .product(name: "Settings", package: "kma"),
            ]
        ),
        .target(name: "LibFuzzer"),
    ],
    swiftLanguageModes: [.v6]
)
