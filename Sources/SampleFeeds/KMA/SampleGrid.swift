import Feeds
import Forecast
import Regions

struct SampleGridRequest {
    let base: KoreanTime
    let weather: SampleWeather?
    let cellFields: String
    private let rowsPerPage: Int
    private let page: Int

    static func answer(
        to request: SampleRequest,
        at now: Date,
        after minutes: Int,
        keptFor days: Int,
        rows: (SampleGridRequest) -> (SampleRows, total: Int)?
    ) -> HTTPAnswer {
        let asked = (request["base_date"] ?? "") + (request["base_time"] ?? "")
        guard let instant = KoreanTime.instant(compact: asked) else { return .kmaNoData }
        guard let x = request.integer("nx"), let y = request.integer("ny") else { return .kmaBadParameter }
        let age = now.timeIntervalSince(instant)
        guard age >= Double(minutes) * 60 else { return .kmaNoData }
        // KMA documents days alone: the same hour stays until the next issue.
        guard age < Double(days) * 86_400 + 4_200 else { return .kma(code: "10", message: "최근 \(days)일 간의 자료만 제공합니다.") }
        let wanted = SampleGridRequest(request, base: KoreanTime(instant), x, y)
        guard let (rows, total) = rows(wanted) else { return .kmaNoData }
        return wanted.page(of: rows, total: total)
    }

    private init(_ request: SampleRequest, base: KoreanTime, _ x: Int, _ y: Int) {
        self.base = base
        cellFields = #","nx":\#(x),"ny":\#(y)"#
        rowsPerPage = max(1, request.integer("numOfRows") ?? 10)
        page = max(1, request.integer("pageNo") ?? 1)
        weather = GridCell(x: x, y: y).flatMap(SamplePoint.init(middleOf:)).map(SampleWeather.init)
    }

    var rowsToPageEnd: Int { rows(in: page) }

    private func rows(in pages: Int) -> Int {
        let rows = rowsPerPage.multipliedReportingOverflow(by: pages)
        return rows.overflow ? .max : rows.partialValue
    }

    private func page(of rows: SampleRows, total: Int) -> HTTPAnswer {
        let start = self.rows(in: page - 1)
        guard start < rows.count else { return .kmaNoData }
        let items = rows.json(from: start, atMost: rowsPerPage)
        return .kma(items: items, page: page, rows: rowsPerPage, total: total)
    }

    func rowStart(_ time: String) -> String { #"{"baseDate":"\#(base.date.compact)","baseTime":"\#(time)","category":""# }

    func slot(_ hour: Int) -> String {
        let day = (base.date + hour / 24).compact
        return #"","fcstDate":"\#(day)","fcstTime":"\#(Self.time(hour % 24))","fcstValue":""#
    }

    var rowEnd: String { "\"\(cellFields)}" }

    static func time(_ hour: Int, _ minute: Int = 0) -> String { "\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)" }
}

extension HTTPAnswer {
    static func kma(items: some Sequence<UInt8>, page: Int = 1, rows: Int, total: Int) -> HTTPAnswer {
        let start = #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","items":{"item":["#
        let end = #"]},"pageNo":\#(page),"numOfRows":\#(rows),"totalCount":\#(total)}}}"#
        var body: [UInt8] = []
        body.reserveCapacity(start.utf8.count + items.underestimatedCount + end.utf8.count)
        body += start.utf8
        body += items
        body += end.utf8
        return HTTPAnswer(status: 200, body: body)
    }

    static func kma(code: String, message: String) -> HTTPAnswer {
        HTTPAnswer(status: 200, body: Array(#"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(message)"}}}"#.utf8))
    }

    static var kmaBadParameter: HTTPAnswer { kma(code: "10", message: "INVALID_REQUEST_PARAMETER_ERROR") }

    static var kmaNoData: HTTPAnswer { kma(code: "03", message: "NO_DATA") }
}
