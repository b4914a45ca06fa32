// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target.
///
/// Games, agents and the code that joins them live in different modules, and the hot loop is
/// generic over all of them, so a release build optimises across modules; without it the loop is
/// several times slower. Exclusive access is checked while the program runs in debug builds, and
/// proved by the compiler in both.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .unsafeFlags(
    ["-cross-module-optimization", "-enforce-exclusivity=unchecked"],
    .when(configuration: .release)),
]

/// Commands and reports play no games themselves.
///
/// Optimised for size they run as fast, and compile in three quarters of the time.
let small: [SwiftSetting] = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Tests take longer to optimise than to run, so `tools/sanitize.sh` optimises only what they test.
let testSettings =
  Context.environment["PLAYTEST_PLAIN_TESTS"] == "1"
  ? settings + [.unsafeFlags(["-Onone"])] : settings

/// Where tests spend their time, debug builds are optimised too; assertions are checked as in any
/// debug build.
let alwaysFast: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// Only `make docs-site` needs DocC, so no other build fetches and builds it.
let documentation: [Package.Dependency] =
  Context.environment["PLAYTEST_DOCC"] == "1"
  ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0")] : []

let package = Package(
  name: "playtest",
  products: [
    .executable(name: "playtest", targets: ["playtest"]),
    .library(name: "PegglePhysics", targets: ["PegglePhysics"]),
    .library(name: "TextFormats", targets: ["TextFormats"]),
    .library(name: "SimHarness", targets: ["SimHarness"]),
    .library(
      name: "Games", targets: ["BubbleBlastGame", "BubblePopGame", "CardsGame", "PeggleGame"]),
    .library(name: "Agents", targets: ["Agents"]),
    .library(name: "Lab", targets: ["Lab"]),
    .library(name: "Reporting", targets: ["Reporting"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "SimHarnessTesting", targets: ["SimHarnessTesting"]),
    .library(name: "PlaytestCommands", targets: ["PlaytestCommands"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ] + documentation,
  targets: [
    .target(
      name: "CLua",
      cSettings: [.unsafeFlags(["-ffp-contract=off"])],
      // Linked in, not loaded: games in Lua are 5 to 7% faster than with the shared library.
      linkerSettings: [.linkedLibrary(":liblua5.4.a"), .linkedLibrary("m")]),
    .target(name: "CProcess"),
    .target(
      name: "CResources", exclude: ["report", "studio"],
      // C23 has #embed.
      cSettings: [.unsafeFlags(["-std=c23"])]),
    .target(
      name: "StableNumerics", swiftSettings: settings + alwaysFast,
      // Square roots and rounding, for programs that link nothing else that needs it.
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "PegglePhysics", dependencies: ["StableNumerics"], swiftSettings: settings + alwaysFast),
    .target(name: "Resources", dependencies: ["CResources"], swiftSettings: settings),
    .target(
      name: "TextFormats",
      dependencies: ["StableNumerics", .product(name: "Yams", package: "Yams")],
      swiftSettings: settings + alwaysFast),
    .target(
      name: "SimHarness",
      dependencies: [
        "CLua", "CProcess", "PegglePhysics", "StableNumerics", "TextFormats",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings + alwaysFast),
    .target(
      name: "BubbleBlastGame", dependencies: ["SimHarness"], path: "Sources/Games/BubbleBlast",
      swiftSettings: settings + alwaysFast),
    .target(
      name: "BubblePopGame", dependencies: ["SimHarness"], path: "Sources/Games/BubblePop",
      swiftSettings: settings),
    .target(
      name: "CardsGame", dependencies: ["SimHarness"], path: "Sources/Games/Cards",
      swiftSettings: settings + alwaysFast),
    .target(
      name: "PeggleGame", dependencies: ["SimHarness", "PegglePhysics"],
      path: "Sources/Games/Peggle",
      swiftSettings: settings),
    .target(name: "Lab", dependencies: ["SimHarness"], swiftSettings: settings),
    .target(
      name: "EngineGames",
      dependencies: ["CProcess", "SimHarness", "StableNumerics", "TextFormats"],
      swiftSettings: settings),
    .target(name: "Agents", dependencies: ["SimHarness"], swiftSettings: settings + alwaysFast),
    .target(name: "Charts", dependencies: ["SimHarness", "Lab"], swiftSettings: small),
    .target(
      name: "Reporting",
      dependencies: [
        "SimHarness", "Lab", "Charts", "Resources",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: small),
    .target(
      name: "Catalogue",
      dependencies: [
        "SimHarness", "Agents", "Lab", "PegglePhysics", "Resources",
        "BubbleBlastGame", "BubblePopGame", "CardsGame", "PeggleGame",
      ],
      swiftSettings: settings),
    .target(
      name: "SimHarnessTesting",
      dependencies: [
        "SimHarness", "Agents", "BubbleBlastGame", "BubblePopGame", "EngineGames", "Lab",
        "Catalogue", "PeggleGame",
      ],
      swiftSettings: settings),
    .target(
      name: "Studio",
      dependencies: [
        "SimHarness", "Lab", "Resources", "StableNumerics", "TextFormats",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // Apart from the commands, which name no particular game.
    .target(
      name: "Benchmarking",
      dependencies: [
        "SimHarness", "Agents", "Lab", "Catalogue", "BubbleBlastGame", "BubblePopGame", "CardsGame",
        "PeggleGame",
      ],
      swiftSettings: settings),
    .target(
      name: "PlaytestCommands",
      dependencies: [
        "SimHarness", "Agents", "EngineGames", "Lab", "Reporting", "Catalogue", "Studio",
        "Benchmarking", "CProcess",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .executableTarget(
      name: "playtest", dependencies: ["Catalogue", "PlaytestCommands"], swiftSettings: settings),
    .executableTarget(
      name: "coverage", dependencies: ["SimHarness", "Lab", "Catalogue"],
      path: "Benchmarks/Coverage",
      exclude: ["run.sh"], swiftSettings: settings),
    .systemLibrary(name: "LibFuzzer", path: "Fuzz/LibFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["LibFuzzer", "SimHarnessTesting"], path: "Fuzz",
      exclude: ["CLua", "LibFuzzer"], swiftSettings: settings),
    .testTarget(
      name: "PegglePhysicsTests", dependencies: ["PegglePhysics", "StableNumerics"],
      swiftSettings: testSettings),
    .target(
      name: "TestSupport",
      dependencies: [
        "SimHarness", "Agents", "BubbleBlastGame", "BubblePopGame", "CardsGame", "PeggleGame",
        "Catalogue", "TextFormats",
      ],
      path: "Tests/TestSupport", swiftSettings: testSettings),
    .testTarget(
      name: "BubbleBlastTests",
      dependencies: [
        "BubbleBlastGame", "TestSupport", "SimHarness", "TextFormats", "Agents", "Catalogue",
        "SimHarnessTesting",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "BubblePopTests",
      dependencies: [
        "BubblePopGame", "TestSupport", "SimHarness", "TextFormats", "Agents", "Catalogue",
        "SimHarnessTesting",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CardsTests",
      dependencies: [
        "CardsGame", "TestSupport", "SimHarness", "TextFormats", "Agents", "Catalogue",
        "SimHarnessTesting",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "PeggleTests",
      dependencies: [
        "PeggleGame", "TestSupport", "SimHarness", "PegglePhysics", "TextFormats", "Agents",
        "Charts",
        "Catalogue",
        "SimHarnessTesting",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "SimHarnessTests",
      dependencies: [
        "TextFormats", "SimHarness", "PegglePhysics", "Agents", "EngineGames", "Lab", "Charts",
        "Reporting",
        "Resources", "Catalogue", "SimHarnessTesting", "CLua", "PlaytestCommands", "Studio",
        "BubbleBlastGame", "BubblePopGame", "CardsGame", "PeggleGame", "TestSupport", "playtest",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Fixtures", "Golden"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StudioTests",
      dependencies: [
        "Studio", "SimHarness", "Lab", "Catalogue", "TextFormats",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: testSettings),
  ]
)
