import ArgumentParser

/// Traffic with faults by chance, every answer checked.
@main
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Traffic with faults by chance, every answer checked. Ends with 0 only if all were right.",
        subcommands: [AdapterSoak.self, ServiceSoak.self],
        defaultSubcommand: AdapterSoak.self
    )
}
