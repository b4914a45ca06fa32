// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Where playtest is: two folders up, unless PLAYTEST names it.
let playtest = ProcessInfo.processInfo.environment["PLAYTEST"] ?? "../.."

let package = Package(
  name: "nim",
  dependencies: [.package(name: "playtest", path: playtest)],
  targets: [
    .target(
      name: "NimGame", dependencies: [.product(name: "SimHarness", package: "playtest")]),
    .executableTarget(
      name: "nim",
      dependencies: [
        "NimGame", .product(name: "Catalogue", package: "playtest"),
        .product(name: "PlaytestCommands", package: "playtest"),
      ]),
  ]
)
