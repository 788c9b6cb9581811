import Testing

@Suite("Links")
struct LinkTests {
    @Test(
        "A link inside the repository leads to a file and a heading that exist",
        arguments: try Repository.pages()
    )
    func links(path: String) throws {
        for link in try Markdown(path).links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            let target = parts[0].isEmpty ? path : Repository.path(parts[0], from: path)
            #expect(Repository.exists(target), "\(link)")
            if parts.count == 2 {
                let anchors = try Markdown(target).anchors
                #expect(anchors.contains(parts[1]), "\(link)")
            }
        }
    }

    @Test("Every page can be reached from the README of each language")
    func reach() throws {
        for start in ["README.md", "README.en.md"] {
            var reached: Set = [start]
            var rest = [start]
            while let path = rest.popLast() {
                for link in try Markdown(path).links where !link.contains("://") {
                    let target = Repository.path(String(link.prefix { $0 != "#" }), from: path)
                    if target.hasSuffix(".md"), reached.insert(target).inserted { rest.append(target) }
                }
            }
            let missing = try Repository.pages().filter { !reached.contains($0) }
            #expect(missing == [], "\(start)")
        }
    }

    @Test("A page links to its translation", arguments: try Repository.pages())
    func translations(path: String) throws {
        let isEnglish = path.hasSuffix(".en.md")
        let other = path.replacing(isEnglish ? /\.en\.md$/ : /\.md$/, with: isEnglish ? ".md" : ".en.md")
        guard Repository.exists(other) else {
            #expect(!isEnglish)
            return
        }
        let links = try Markdown(path).links.map { Repository.path($0, from: path) }
        #expect(links.contains(other))
    }
}
