import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("stays a short page", arguments: zip(["README.md", "README.en.md"], [10_000, 8_000]))
    func size(path: String, limit: Int) throws {
        #expect(try Repository.text(of: path).utf8.count <= limit)
    }

    @Test("gives the commands that CI runs, word for word", arguments: ["README.md", "README.en.md"])
    func firstCommands(path: String) throws {
        let blocks = try Markdown(path).blocks("sh")
        #expect(blocks.contains("swift run kma week --area 경기도 --sample"))
        #expect(blocks.contains("swift test --no-parallel"))
    }

    @Test("gives the same commands in both languages")
    func sameCommands() throws {
        #expect(try Markdown("README.md").blocks("sh") == Markdown("README.en.md").blocks("sh"))
    }

    @Test("leads English readers to English pages")
    func englishLinks() throws {
        for link in try Markdown("README.en.md").links where link.hasSuffix(".md") && link != "README.md" {
            let english = link.replacing(/\.md$/, with: ".en.md")
            #expect(!Repository.exists(english), "\(link) is there in English: \(english)")
        }
    }
}
