@main
struct KMAServer { static func main() {} }
