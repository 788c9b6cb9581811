@main
struct EmbedTables {
    static func main() {}
}
