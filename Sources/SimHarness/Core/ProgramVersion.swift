/// The version of playtest, as manifests and `--version` give it.
public enum ProgramVersion {
  public static let current = "0.1.0"
}
