@main
struct KMA {
    static func main() {}
}
