import FirebreakCommands

/// The command line tool; everything it does is in `FirebreakCommands`.
@main
struct FirebreakTool {
    static func main() async {
        await FirebreakCommand.launch()
    }
}
