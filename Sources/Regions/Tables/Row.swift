/// One line of an embedded table; a value is looked for only when asked.
struct Row {
    let line: Field

    /// The value in a column, counted from 0; empty past the last.
    subscript(column: Int) -> Field {
        var pieces = line.split(at: .comma)
        for _ in 0..<column { _ = pieces.next() }
        return pieces.next() ?? Field("")
    }

    /// The lines of a table below its header.
    static func all(of table: StaticString) -> some Sequence<Row> {
        Field(table).split(at: .newline).dropFirst().lazy.map(Row.init)
    }
}
