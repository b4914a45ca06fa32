/// The version of playtest, as manifests give it; the first word of `--version`.
public enum ProgramVersion {
  public static let current = "0.1.0"
}
