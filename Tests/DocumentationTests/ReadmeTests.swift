import Testing

@Suite("README")
struct ReadmeTests {
    @Test("A README stays within its size", arguments: zip(["README.md", "README.en.md"], [10_000, 8_000]))
    func size(path: String, limit: Int) throws {
        #expect(try Repository.text(of: path).utf8.count <= limit)
    }

    @Test("A README has the first commands word for word", arguments: ["README.md", "README.en.md"])
    func firstCommands(path: String) throws {
        let blocks = try Markdown(path).blocks("sh")
        #expect(blocks.first == "swift run kma 서울 --sample")
        #expect(blocks.contains("swift run kma week --area 경기도 --sample"))
        #expect(blocks.contains("swift test"))
    }

    @Test("Both READMEs have the same commands")
    func sameCommands() throws {
        #expect(try Markdown("README.md").blocks("sh") == Markdown("README.en.md").blocks("sh"))
    }

    @Test("The English README links to the English page where there is one")
    func englishLinks() throws {
        for link in try Markdown("README.en.md").links where link.hasSuffix(".md") && link != "README.md" {
            let english = link.replacing(/\.md$/, with: ".en.md")
            #expect(!Repository.exists(english), "\(link) is there in English: \(english)")
        }
    }
}
