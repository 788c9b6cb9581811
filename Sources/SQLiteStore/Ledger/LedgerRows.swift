import Forecast
import KMAForecast

let dayColumns = """
    d.date, d.half, d.low, d.high, d.low_below, d.low_above, d.high_below, d.high_above, d.probability, d.sky, \
    d.precipitation
    """

let rowsOfSubject = """
    SELECT b.issued_at, b.fetched_at, b.origin, \(dayColumns)
    FROM body b CROSS JOIN day d ON d.body = b.id AND d.date BETWEEN ? AND ?
    WHERE b.subject = ? AND b.feed = ? AND b.issued_at >= ? AND b.issued_at < ?
    ORDER BY b.issued_at, b.fetched_at
    """

extension LedgerSubject {
    func rowValues(_ dates: ClosedRange<KoreanDate>, _ issued: Range<Date>) -> [SQLiteValue]? {
        LedgerSchema.numbers[feed].map { number in
            [
                .integer(dates.lowerBound.dayNumber), .integer(dates.upperBound.dayNumber), .text(name), .integer(number),
                .integer(Int(issued.lowerBound.timeIntervalSince1970)), .integer(Int(issued.upperBound.timeIntervalSince1970)),
            ]
        }
    }
}

extension IssuedFigures {
    init?(_ row: Statement) {
        guard let issuedAt = row.moment(0), let date = row.date(3), let part = DayPart(rawValue: row.integer(4)) else { return nil }
        self.init(
            date: date,
            part: part,
            issuedAt: issuedAt,
            origin: LedgerOrigin(rawValue: row.integer(2)) ?? .file,
            extremes: row.extremes(5),
            chance: row.optionalReal(11).flatMap(Probability.init(percent:)),
            isNamed: SkyColumns.isFalling(row, sky: 12, precipitation: 13)
        )
    }
}

extension LedgerDay {
    /// `nil` for invalid times: anything may have written a merged ledger.
    init?(_ row: Statement, _ subject: LedgerSubject, firstColumn first: Int32) {
        guard let issuedAt = row.moment(first), let fetchedAt = row.moment(first + 1), let date = row.date(first + 3),
            let part = DayPart(rawValue: row.integer(first + 4))
        else { return nil }
        self.init(
            subject: subject,
            issuedAt: issuedAt,
            fetchedAt: fetchedAt,
            origin: LedgerOrigin(rawValue: row.integer(first + 2)) ?? .file,
            day: IssuedDay(
                date: date,
                part: part,
                extremes: row.extremes(first + 5),
                sky: HalfDay(
                    condition: SkyColumns.condition(row, sky: first + 12, precipitation: first + 13),
                    precipitationProbability: row.optionalReal(first + 11).flatMap(Probability.init(percent:))
                )
            )
        )
    }
}

extension Statement {
    func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    func temperature(_ column: Int32) -> Double? { optionalReal(column)?.within(.plausibleTemperature) }

    func extremes(_ first: Int32) -> Extremes {
        func spread(_ below: Int32) -> Spread? {
            guard let low = temperature(below), let high = temperature(below + 1) else { return nil }
            return Spread(low: low, high: high)
        }
        return Extremes(
            minimum: temperature(first),
            maximum: temperature(first + 1),
            minimumSpread: spread(first + 2),
            maximumSpread: spread(first + 4)
        )
    }

    func moment(_ column: Int32) -> Date? {
        let seconds = integer(column)
        return 0..<7_258_118_400 ~= seconds ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    func date(_ column: Int32) -> KoreanDate? {
        let number = integer(column)
        return 0..<84_006 ~= number ? KoreanDate(dayNumber: number) : nil
    }

    func rain(_ amount: Int32, state: Int32) -> ObservedDay.Rain {
        switch integer(state) {
        case 0: .blank
        case 1: .trace
        case 2 where 0...10_000 ~= real(amount): .measured(real(amount))
        default: .unknown
        }
    }
}

extension IssuedDay {
    func values(of body: Int) -> [SQLiteValue] {
        func number(_ value: Double?) -> SQLiteValue { value.map(SQLiteValue.real) ?? .null }
        let (sky, precipitation) = SkyColumns.values(sky?.condition)
        return [
            .integer(body), .integer(date.dayNumber), .integer(part.rawValue), number(extremes.minimum), number(extremes.maximum),
            number(extremes.minimumSpread?.low), number(extremes.minimumSpread?.high), number(extremes.maximumSpread?.low),
            number(extremes.maximumSpread?.high), self.sky?.precipitationProbability.map { .integer($0.percent) } ?? .null, sky, precipitation,
        ]
    }
}
