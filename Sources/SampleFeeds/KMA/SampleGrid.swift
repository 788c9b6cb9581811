#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Feeds
import Forecast
import Regions

/// A request to the short-term service: a base time, a cell, a page.
struct SampleGridRequest {
    /// The base time in Korea.
    let base: KoreanTime
    /// The weather in the middle of the cell; `nil` outside the grid, where KMA answers zeros.
    let weather: SampleWeather?
    /// `,"nx":60,"ny":127`, part of every row.
    let cellFields: String
    private let rowsPerPage: Int
    private let page: Int

    /// Parses a request; throws KMA's answer to one without data.
    ///
    /// - Parameters:
    ///   - minutes: how long after its base time an issue is available.
    ///   - days: how long it stays available.
    init(
        _ request: SampleRequest,
        at now: Date,
        after minutes: Int,
        keptFor days: Int
    ) throws(SampleRefusal) {
        let asked = (request["base_date"] ?? "") + (request["base_time"] ?? "")
        guard let instant = KoreanTime.instant(compact: asked) else { throw SampleRefusal.noData }
        guard let x = request.integer("nx"), let y = request.integer("ny") else {
            throw SampleRefusal.badParameter
        }
        let age = now.timeIntervalSince(instant)
        guard age >= Double(minutes) * 60 else { throw SampleRefusal.noData }
        // KMA's message speaks of days, and no document of their hours: the same hour is there until the next is issued.
        guard age < Double(days) * 86_400 + 4_200 else { throw SampleRefusal.tooOld(days: days) }
        base = KoreanTime(instant)
        cellFields = #","nx":\#(x),"ny":\#(y)"#
        rowsPerPage = max(1, request.integer("numOfRows") ?? 10)
        page = max(1, request.integer("pageNo") ?? 1)
        weather = GridCell(x: x, y: y).flatMap(SampleGrid.middle).flatMap(SamplePoint.init).map(
            SampleWeather.init
        )
    }

    /// How many rows there are up to the end of the page.
    var rowsToPageEnd: Int { rows(in: page) }

    /// How many rows so many pages have; more than any answer where the number is too large.
    private func rows(in pages: Int) -> Int {
        let rows = rowsPerPage.multipliedReportingOverflow(by: pages)
        return rows.overflow ? .max : rows.partialValue
    }

    /// The requested page of the rows; a page past the last one has no data. Of the total the rows behind the page may be
    /// missing.
    func page(of rows: SampleRows, total: Int) -> HTTPAnswer {
        let start = self.rows(in: page - 1)
        guard start < rows.count else { return .kmaNoData }
        let items = rows.json(from: start, atMost: rowsPerPage)
        return .kma(items: items, page: page, rows: rowsPerPage, total: total)
    }

    /// The beginning of a row up to its category; the base time is as the answer gives it.
    func rowStart(_ time: String) -> String {
        #"{"baseDate":"\#(Self.day(base.date))","baseTime":"\#(time)","category":""#
    }

    /// What stands between the category and the value of a row, for an hour of ``base``'s day or a later one.
    func slot(_ hour: Int) -> String {
        let day = Self.day(base.date + hour / 24)
        return #"","fcstDate":"\#(day)","fcstTime":"\#(Self.time(hour % 24))","fcstValue":""#
    }

    /// What follows the value of a row.
    var rowEnd: String { "\"\(cellFields)}" }

    /// `20261004`.
    static func day(_ date: KoreanDate) -> String {
        String(KoreanTime(date.start).compact.prefix(8))
    }

    /// `0600`.
    static func time(_ hour: Int, _ minute: Int = 0) -> String {
        "\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)"
    }
}

/// KMA's answer to a request that it has no rows for.
struct SampleRefusal: Error {
    let answer: HTTPAnswer

    /// Not available yet, or no such base time.
    static let noData = SampleRefusal(answer: .kmaNoData)
    /// A parameter that is not a number.
    static let badParameter = SampleRefusal(
        answer: .kma(code: "10", message: "INVALID_REQUEST_PARAMETER_ERROR")
    )

    /// An issue that is no longer available.
    static func tooOld(days: Int) -> SampleRefusal {
        SampleRefusal(answer: .kma(code: "10", message: "최근 \(days)일 간의 자료만 제공합니다."))
    }
}

extension HTTPAnswer {
    /// KMA's envelope around the items of one page.
    static func kma(items: some Sequence<UInt8>, page: Int = 1, rows: Int, total: Int) -> HTTPAnswer {
        let start =
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","items":{"item":["#
        let end = #"]},"pageNo":\#(page),"numOfRows":\#(rows),"totalCount":\#(total)}}}"#
        var body: [UInt8] = []
        body.reserveCapacity(start.utf8.count + items.underestimatedCount + end.utf8.count)
        body += start.utf8
        body += items
        body += end.utf8
        return HTTPAnswer(status: 200, body: body)
    }

    /// KMA's envelope with a result code alone.
    static func kma(code: String, message: String) -> HTTPAnswer {
        HTTPAnswer(
            status: 200,
            body: Array(#"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(message)"}}}"#.utf8)
        )
    }

    /// KMA's answer for an issue or zone that is not available yet, no longer available, or unknown.
    static var kmaNoData: HTTPAnswer { kma(code: "03", message: "NO_DATA") }
}

/// The inverse of KMA's 5 km grid: from a cell to the point in its middle.
///
/// Lambert conformal conic with two standard parallels; figures from 기상청 단기예보 조회서비스 활용가이드,
/// formulas from Snyder, "Map Projections: A Working Manual" (USGS Professional Paper 1395), equations 15-1 to 15-11.
enum SampleGrid {
    /// The middle of a cell, degrees north and east; `nil` for a cell that is not on the grid.
    static func middle(of cell: GridCell) -> (latitude: Double, longitude: Double)? {
        guard 1...149 ~= cell.x, 1...253 ~= cell.y else { return nil }
        let east = Double(cell.x - 43)
        let north = radius(latitude: 38) - Double(cell.y - 136)
        let distance = (east * east + north * north).squareRoot()
        let longitude = 126 + atan2(east, north) / cone / degree
        let latitude = 2 * atan(pow(earth * scale / distance, 1 / cone)) - .pi / 2
        return (latitude / degree, longitude)
    }

    private static let degree = Double.pi / 180
    /// Radius of the earth in cells of 5 km.
    private static let earth = 6_371.00877 / 5
    private static let cone =
        log(cos(30 * degree) / cos(60 * degree)) / log(tangent(latitude: 60) / tangent(latitude: 30))
    private static let scale = pow(tangent(latitude: 30), cone) * cos(30 * degree) / cone

    private static func tangent(latitude: Double) -> Double {
        tan(.pi / 4 + latitude * degree / 2)
    }

    /// Cells from the pole of the cone to a parallel.
    private static func radius(latitude: Double) -> Double {
        earth * scale / pow(tangent(latitude: latitude), cone)
    }
}
