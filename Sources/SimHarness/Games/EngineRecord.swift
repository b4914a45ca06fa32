/// Which build of an engine played, as runs keep it in `run.json`.
public struct EngineRecord: Sendable, Equatable {
  /// A file with the hash of its content.
  public struct File: Sendable, Equatable {
    public let path: String
    public let hash: String

    public init(path: String, hash: String) {
      self.path = path
      self.hash = hash
    }
  }

  /// The name of the engine's file.
  public let name: String
  /// The version that the engine says it has.
  public let version: String
  public let files: [File]

  public init(name: String, version: String, files: [File]) {
    self.name = name
    self.version = version
    self.files = files
  }

  /// What differs from another build, in words; nil: nothing.
  public func difference(from other: EngineRecord) -> String? {
    for file in files {
      let path = SafeText.escaped(file.path, limit: 200)
      guard let now = other.files.first(where: { $0.path == file.path }) else {
        return "\(path) is no longer in its `files`"
      }
      if now.hash != file.hash {
        return "the hash of \(path) was \(file.hash), now it is \(now.hash)"
      }
    }
    if version != other.version {
      return
        "it was version \(SafeText.escaped(version, limit: 40)), now"
        + " \(SafeText.escaped(other.version, limit: 40))"
    }
    return files.count == other.files.count ? nil : "its list of files has changed"
  }

  // MARK: Files

  var tree: JSONTree {
    [
      "name": .string(name), "version": .string(version),
      "files": .array(files.map { ["file": .string($0.path), "hash": .string($0.hash)] }),
    ]
  }

  init?(_ cursor: JSONCursor) {
    guard let fields = cursor.object(fields: ["name", "version", "files"]),
      let name = fields.required("name")?.string(),
      let version = fields.required("version")?.string(),
      let files = fields.required("files")?.array(
        of: "files", count: 0...1000,
        decode: { item -> File? in
          guard let parts = item.object(fields: ["file", "hash"]),
            let path = parts.required("file")?.string(),
            let hash = parts.required("hash")?.string()
          else { return nil }
          return File(path: path, hash: hash)
        })
    else { return nil }
    self.init(name: name, version: version, files: files)
  }
}
