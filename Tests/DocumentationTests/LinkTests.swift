import Testing

@Suite("Links inside the repository")
struct LinkTests {
    @Test(
        "lead to a file or a heading that is there",
        arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Data/README.md", "Benchmarks/README.md"]
    )
    func links(path: String) throws {
        let page = try Markdown(path)
        let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for link in page.links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            let target = parts[0].isEmpty ? path : folder + parts[0]
            #expect(Repository.exists(target), "\(link)")
            if parts.count == 2 {
                let anchors = try Markdown(target).anchors
                #expect(anchors.contains(parts[1]), "\(link)")
            }
        }
    }
}
