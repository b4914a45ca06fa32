/// What a script is called after its file.
public enum ScriptName {
  /// The name of a script's file, without folders.
  static func file(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether a text that names a player is the path of a file: of a script, or of a player file.
  public static func isPath(_ text: String) -> Bool {
    [".lua", ".yml", ".yaml"].contains { text.hasSuffix($0) }
  }

  /// The name of a script's file, without folders and `.lua`.
  public static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return file.hasSuffix(".lua") ? String(file.dropLast(4)) : String(file)
  }
}
