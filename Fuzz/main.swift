// Gives made-up bytes to a reader of strangers' files, for some minutes.
//
//   fuzz TARGET MINUTES [SEED]     made inputs; the one at work lies in fuzz-TARGET.input, so that
//                                  a trap or a hang leaves it there
//   fuzz TARGET FILE...            inputs that were kept
import Foundation
import SimHarnessTesting

/// Ends with words on stderr.
func fail(_ words: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data((words + "\n").utf8))
  exit(code)
}

/// The inputs to start from: those of the fixtures, and the project's own files of the sort.
func corpus(of target: FuzzTarget) -> [[UInt8]] {
  var folders = ["Tests/SimHarnessTests/Fixtures/Fuzz/\(target.rawValue)"]
  if target == .level { folders.append("levels") }
  if target == .script { folders += ["scripts", "Tests/SimHarnessTests/Fixtures/Hostile"] }
  var files: [[UInt8]] = []
  for folder in folders {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() {
      let path = "\(folder)/\(name)"
      if let data = FileManager.default.contents(atPath: path), data.count < 1 << 16 {
        files.append([UInt8](data))
      }
    }
  }
  return files
}

func play(_ target: FuzzTarget, minutes: Double, seed: UInt64) {
  let files = corpus(of: target)
  guard !files.isEmpty else {
    fail("there is no corpus; run this in the project's folder", code: 66)
  }
  let mutator = FuzzMutator(corpus: files, seed: seed)
  let path = "fuzz-\(target.rawValue).input"
  let started = Date()
  var (number, slowest): (UInt64, Double) = (0, 0)
  while Date().timeIntervalSince(started) < minutes * 60 {
    let input = mutator.input(number)
    _ = FileManager.default.createFile(atPath: path, contents: Data(input))
    let before = Date()
    if let finding = target.finding(input) {
      fail("\(target.rawValue): input \(number) of seed \(seed), kept in \(path): \(finding)")
    }
    slowest = max(slowest, Date().timeIntervalSince(before))
    if slowest > 10 { fail("\(target.rawValue): \(path) took \(slowest) s") }
    number += 1
  }
  try? FileManager.default.removeItem(atPath: path)
  print(
    "\(target.rawValue): \(number) inputs of seed \(seed) from \(files.count) files, no finding;")
  print("  the slowest took \(Int(slowest * 1000)) ms")
}

let words = CommandLine.arguments.dropFirst()
guard let name = words.first, let target = FuzzTarget(rawValue: name), words.count > 1 else {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
  fail("usage: fuzz \(names) MINUTES [SEED] | FILE...", code: 64)
}
let rest = Array(words.dropFirst())
if let minutes = Double(rest[0]) {
  play(target, minutes: minutes, seed: rest.count > 1 ? UInt64(rest[1]) ?? 1 : 1)
} else {
  for path in rest {
    guard let data = FileManager.default.contents(atPath: path) else {
      fail("\(path): the file cannot be read", code: 66)
    }
    if let finding = target.finding([UInt8](data)) { fail("\(path): \(finding)") }
  }
  print("\(target.rawValue): \(rest.count) file(s), no finding")
}
