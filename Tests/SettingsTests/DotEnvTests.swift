import Testing

@testable import Settings

@Suite("A .env file")
struct DotEnvTests {
    @Test(
        "A line assigns a value to a name",
        arguments: [
            ("A=b", ["A": "b"]),
            ("A=b=c==", ["A": "b=c=="]),
            ("  A = b  ", ["A": "b"]),
            ("A=", ["A": ""]),
            ("A=b\nB=c", ["A": "b", "B": "c"]),
            ("A=b\r\nB=c\r\n", ["A": "b", "B": "c"]),
            ("A=b\nA=c", ["A": "c"]),
            ("export A=b", ["A": "b"]),
            ("  export   A=b", ["A": "b"]),
            ("exportA=b", ["exportA": "b"]),
            ("KMA_AREA=성남시 분당구", ["KMA_AREA": "성남시 분당구"]),
            ("\u{FEFF}A=b", ["A": "b"]), ("\u{200B}A=b\u{200B}", ["A": "b"]),
            ("A=b\u{2060}c\u{200D}", ["A": "bc"]),
            ("# x\n\u{FEFF}A\u{200C}=\u{00A0}b\u{00AD}", ["A": "b"]),
        ]
    )
    func assignments(text: String, values: [String: String]) {
        #expect(DotEnv(text).values == values)
    }

    @Test(
        "Quotes are removed, and the text in them stays as it is",
        arguments: [
            (#"A="b""#, "b"), ("A='b'", "b"), (#"A=" b ""#, " b "), (#"A="b # c""#, "b # c"),
            (#"A="b" # c"#, "b"),
            (#"A="it's""#, "it's"), ("A='say \"hi\"'", #"say "hi""#), (#"A="""#, ""), (#"A="b"#, #""b"#),
            (#"A=b"c"#, #"b"c"#),
        ]
    )
    func quotes(line: String, value: String) {
        #expect(DotEnv(line).values == ["A": value])
    }

    @Test(
        "A comment begins with a # after a space; a # inside a value is part of it",
        arguments: [
            ("A=b # c", "b"), ("A=b#c", "b#c"), ("A=b#", "b#"), ("A=b c # d", "b c"),
            ("A= # nothing yet", ""),
            ("A=   # nothing yet", ""), ("A=b\t# c", "b"), ("A=#b", "#b"),
        ]
    )
    func comments(line: String, value: String) {
        #expect(DotEnv(line).values == ["A": value])
    }

    @Test(
        "A line that assigns nothing is left out",
        arguments: ["", "   ", "# A=b", "  # A=b", "A", "=b", "A B=c", "A-B=c", "export", "\n\n"]
    )
    func others(line: String) {
        #expect(DotEnv(line).values.isEmpty)
    }
}
