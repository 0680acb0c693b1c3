import FirebreakCommands

/// The command line tool; everything it does is in `FirebreakCommands`.
@main
struct Firebreak {
    static func main() async {
        await FirebreakCommand.launch()
    }
}
