import Forecast

/// Tables of `ledger.db`. Rows of `day` stand with their answer, in a third of the room of keyed rows. Both answers stay of an issue read twice.
enum LedgerSchema {
    static let schema = DatabaseSchema(mark: 0x6b6d_616c, version: 2, first: tables + feeds, added: progress)

    private static let tables = [
        // Numbers of `body.feed`, for other readers of the file.
        "CREATE TABLE feed (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        // Answer. `issued_at`, `fetched_at`: seconds since 1970. `origin`: 0 portal, 1 hub, 2 file. `answer`: gzip, or the body without zlib.
        """
        CREATE TABLE body (
            id INTEGER PRIMARY KEY, feed INTEGER NOT NULL, subject TEXT NOT NULL, issued_at INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL, origin INTEGER NOT NULL, sha256 BLOB NOT NULL, answer BLOB NOT NULL
        )
        """,
        // With all columns read beside the days, so that no answer is touched.
        "CREATE INDEX body_subject ON body (subject, feed, issued_at, fetched_at, origin)",
        // Day or half a day of an answer. `date`: days since 1970-01-01 in Korea. `half`: 0 day, 1 am, 2 pm. Low, high and widths in °C,
        // probability in %. `sky`: 1 맑음, 2 구름조금, 3 구름많음, 4 흐림, or another text. `precipitation`: 0 none, 1 비, 2 비/눈, 3 눈, 4 소나기.
        """
        CREATE TABLE day (
            body INTEGER NOT NULL, date INTEGER NOT NULL, half INTEGER NOT NULL, low REAL, high REAL,
            low_below REAL, low_above REAL, high_below REAL, high_above REAL, probability INTEGER, sky,
            precipitation INTEGER, PRIMARY KEY (body, date, half)
        ) WITHOUT ROWID
        """,
        // Observations. `rain` in mm; `rain_state`: 0 blank, 1 trace, 2 measured, 3 unknown. A correction is a new row.
        """
        CREATE TABLE observed (
            station INTEGER NOT NULL, date INTEGER NOT NULL, fetched_at INTEGER NOT NULL, low REAL, high REAL,
            rain REAL, rain_state INTEGER NOT NULL, PRIMARY KEY (station, date, fetched_at)
        ) WITHOUT ROWID
        """,
        // Rows with subjects and dates, for other readers of the file.
        """
        CREATE VIEW issued_day AS SELECT
            body.subject, date(day.date * 86400, 'unixepoch') AS date, body.issued_at, feed.name AS feed,
            CASE day.half WHEN 0 THEN 'day' WHEN 1 THEN 'am' ELSE 'pm' END AS half, day.low, day.high,
            day.low_below, day.low_above, day.high_below, day.high_above, day.probability, day.sky,
            day.precipitation, CASE body.origin WHEN 0 THEN 'portal' WHEN 1 THEN 'hub' ELSE 'file' END AS origin,
            body.fetched_at, body.id AS body
            FROM day JOIN body ON body.id = day.body JOIN feed ON feed.id = body.feed
        """,
    ]

    private static let feeds = numbers.sorted { $0.value < $1.value }.map { feed, number in "INSERT INTO feed VALUES (\(number), '\(feed.rawValue)')"
    }

    private static let progress = [
        "CREATE TABLE cache (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID",
        // Version of the reader of `day`, and the last answer whose rows a newer one has made again.
        "CREATE TABLE reader (version INTEGER NOT NULL, remade INTEGER)", "INSERT INTO reader VALUES (1, NULL)",
    ]

    /// A number is never used again.
    static let numbers: [Feed: Int] = [.midTemperature: 1, .midLand: 2, .outlook: 3, .shortTerm: 4, .warnings: 5]

    static func feed(_ number: Int) -> Feed? { numbers.first { $0.value == number }?.key }
}

enum SkyColumns {
    private static let skies = [("맑음", 1), ("구름조금", 2), ("구름많음", 3), ("흐림", 4)]
    private static let falling = [("비", 1), ("비/눈", 2), ("눈", 3), ("소나기", 4)]

    /// A sky, precipitation (short-term), or both (`구름많고 비`, mid-term).
    private static let columnsByText: [String: (sky: Int?, precipitation: Int)] = {
        var columns: [String: (sky: Int?, precipitation: Int)] = [:]
        for (text, sky) in skies { columns[text] = (sky, 0) }
        for (text, number) in falling {
            columns[text] = (nil, number)
            columns["구름많고 " + text] = (3, number)
            columns["흐리고 " + text] = (4, number)
        }
        return columns
    }()

    /// Conditions of each pair of columns, five a sky: a year of a place has forty thousand.
    private static let conditions: [Condition?] = {
        var conditions = [Condition?](repeating: nil, count: 25)
        for (text, columns) in columnsByText { conditions[(columns.sky ?? 0) * 5 + columns.precipitation] = Condition(kmaText: text) }
        return conditions
    }()

    static func values(_ condition: Condition?) -> (sky: SQLiteValue, precipitation: SQLiteValue) {
        guard let condition else { return (.null, .null) }
        let text = condition.text.korean
        guard let columns = columnsByText[text] else { return (.text(text), .null) }
        return (columns.sky.map(SQLiteValue.integer) ?? .null, .integer(columns.precipitation))
    }

    static func isFalling(_ row: Statement, sky: Int32, precipitation: Int32) -> Bool? {
        // Only for a text that is none of KMA's.
        if row.isNull(precipitation) {
            return condition(row, sky: sky, precipitation: precipitation).flatMap { $0.kind == .unknown ? nil : $0.isFalling }
        }
        return row.integer(precipitation) == 0 && row.isNull(sky) ? nil : row.integer(precipitation) > 0
    }

    static func condition(_ row: Statement, sky: Int32, precipitation: Int32) -> Condition? {
        if row.isNull(precipitation) { return row.isNull(sky) ? nil : Condition(kmaText: row.text(sky).singleLine) }
        let numbers = (sky: row.integer(sky), precipitation: row.integer(precipitation))
        guard 0..<5 ~= numbers.sky, 0..<5 ~= numbers.precipitation else { return nil }
        return conditions[numbers.sky * 5 + numbers.precipitation]
    }
}
