// Gives bytes to a reader of untrusted files.
//
//   fuzz TARGET FILE...                        inputs that were kept
//
// Built with `--sanitize fuzzer -Xswiftc -DLIBFUZZER`, as `tools/fuzz.sh` does, it is libFuzzer,
// which makes inputs up, guided by the code that they reach:
//
//   fuzz --target=TARGET OPTION... FOLDER...   what reaches new code is added to the first folder
import Foundation
import SimHarnessTesting
import Synchronization

#if LIBFUZZER
import LibFuzzer
#endif

/// The command of a plain build.
#if !LIBFUZZER
@main
#endif
struct Fuzz {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let target = target(named: words.first)
    for path in words.dropFirst() {
      guard let data = FileManager.default.contents(atPath: path) else {
        fail("\(path): the file cannot be read", code: 66)
      }
      if let finding = target.finding([UInt8](data)) { fail("\(path): \(finding)") }
    }
    print("\(target.rawValue): \(max(0, words.count - 1)) file(s), no finding")
  }

  static func target(named name: String?) -> FuzzTarget {
    if let target = name.flatMap({ FuzzTarget(rawValue: $0) }) { return target }
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
    fail("usage: fuzz \(names) FILE...", code: 64)
  }

  /// Ends with words on stderr.
  static func fail(_ words: String, code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data((words + "\n").utf8))
    exit(code)
  }
}

#if LIBFUZZER
extension Fuzz {
  /// The target that libFuzzer's arguments name.
  static let target: FuzzTarget = {
    let option = "--target="
    let named = CommandLine.arguments.first { $0.hasPrefix(option) }
    return target(named: named.map { String($0.dropFirst(option.count)) })
  }()

  /// Our own changes, with words and pieces of the files in the folders among the arguments.
  static let mutator: FuzzMutator = {
    var files: [[UInt8]] = []
    for folder in CommandLine.arguments.dropFirst() where !folder.hasPrefix("-") {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() {
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
        if let data, data.count < 1 << 16 { files.append([UInt8](data)) }
      }
    }
    return FuzzMutator(corpus: files.isEmpty ? [[]] : files, seed: 1)
  }()
}

@c(LLVMFuzzerTestOneInput)
func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  if let finding = Fuzz.target.finding(bytes) { fatalError(finding) }
  return 0
}

/// Half of all changes are libFuzzer's own.
@c(LLVMFuzzerCustomMutator)
func change(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32
) -> Int {
  guard seed & 1 == 0 else { return LLVMFuzzerMutate(data, size, most) }
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let changed = Fuzz.mutator.changed(bytes, number: UInt64(seed)).prefix(most)
  for (place, byte) in changed.enumerated() { data[place] = byte }
  return changed.count
}
#endif
