#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// What a request of the short-term service asks for: a base time, a cell, a page.
struct SampleGridRequest {
    /// The base time, as a clock in Korea shows it.
    let base: KoreanTime
    /// The weather in the middle of the cell; `nil` outside the grid, where KMA answers zeros.
    let weather: SampleWeather?
    /// `,"nx":60,"ny":127`, as each row says it.
    let cellFields: String
    private let rowsPerPage: Int
    private let page: Int

    /// Reads a request; throws KMA's answer to one that it has nothing for.
    ///
    /// - Parameters:
    ///   - minutes: how long after its base time an answer comes out.
    ///   - days: how long it is kept.
    init(
        _ request: SampleRequest,
        at now: Date,
        after minutes: Int,
        keptFor days: Int
    ) throws(SampleRefusal) {
        let asked = (request["base_date"] ?? "") + (request["base_time"] ?? "")
        guard let instant = KoreanTime.instant(compact: asked) else { throw .noData }
        guard let x = request.integer("nx"), let y = request.integer("ny") else { throw .badParameter }
        let age = now.timeIntervalSince(instant)
        guard age >= Double(minutes) * 60 else { throw .noData }
        guard age <= Double(days) * 86_400 else { throw .tooOld(days: days) }
        base = KoreanTime(instant)
        cellFields = #","nx":\#(x),"ny":\#(y)"#
        rowsPerPage = max(1, request.integer("numOfRows") ?? 10)
        page = max(1, request.integer("pageNo") ?? 1)
        weather = GridCell(x: x, y: y).flatMap(SampleGrid.middle).flatMap(SamplePoint.init).map(
            SampleWeather.init
        )
    }

    /// The page that is wanted of the rows; past the last one there is no data.
    func page(of rows: [String]) -> HTTPAnswer {
        let start = rowsPerPage.multipliedReportingOverflow(by: page - 1)
        guard !start.overflow, start.partialValue < rows.count else { return .kmaNoData }
        let items = rows[start.partialValue...].prefix(rowsPerPage).joined(separator: ",")
        return .kma(items: items, page: page, rows: rowsPerPage, total: rows.count)
    }

    /// `20261004`.
    static func day(_ date: KoreanDate) -> String {
        String(KoreanTime(date.start).compact.prefix(8))
    }

    /// `0600`.
    static func time(_ hour: Int, _ minute: Int = 0) -> String {
        "\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)"
    }
}
