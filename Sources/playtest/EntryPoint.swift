/// Where the process begins.
@main
enum EntryPoint {
  static func main() {
    Console.open()
    Interruption.begin()
    Machine.begin()
    PlaytestCommand.start()
  }
}
