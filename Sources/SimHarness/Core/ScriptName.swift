/// What a script is called after its file.
public enum ScriptName {
  /// The name of a script's file, without folders.
  static func file(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name of a script's file, without folders and `.lua`.
  public static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return file.hasSuffix(".lua") ? String(file.dropLast(4)) : String(file)
  }
}
