import Record
import Feeds
import Forecast
import KMAForecast
import Regions
import Rendering

package struct MCPToolCall: Sendable, Hashable {
    package let tool: MCPTool
    /// `nil` for the country, or a tool without a place.
    package let place: PlaceRequest?
    /// Words of a time; `nil` for all that there is.
    package let on: String?
    private let (topic, notUnderstood): (Sentence.Topic?, Sentence.Leftover?)
    package let language: Language
    package let query: String
    package let limit: Int
    /// Seconds to the start of rain.
    package let within: Double?
    package let since: KoreanDate?
    let wantsHours: Bool

    private static let usualLimit = 10
    private static let hourCount = 24
    /// Bytes; assistants warn of more than 10,000 tokens.
    private static let maximumLength = 28_000
    private static let search = LocalizedText("find_place로 지역 이름을 찾아보세요.", "Look names up with the tool find_place.")

    package struct Fault: Error {
        package let message: LocalizedText

        init(_ message: LocalizedText) { self.message = message }

        init(_ korean: String, _ english: String) { self.init(LocalizedText(korean, english)) }
    }

    static func language(_ arguments: [String: JSONValue], or other: Language) -> Language {
        arguments["lang"]?.text.flatMap(Language.init(rawValue:)) ?? other
    }

    /// Throws for invalid arguments; `area` is the default place.
    init(_ tool: MCPTool, _ arguments: [String: JSONValue], language: Language, area: String?) throws(Fault) {
        self.tool = tool
        self.language = MCPToolCall.language(arguments, or: language)
        let arguments = try MCPArguments(arguments, of: tool)
        query = arguments.text("query") ?? ""
        limit = arguments.integer("limit") ?? MCPToolCall.usualLimit
        since = try arguments.text("since").map { text throws(Fault) in
            guard let date = KoreanDate(text) else {
                throw Fault("인수 since: 날짜는 2026-01-01처럼 적어야 합니다.", "The argument since must be a date such as 2026-01-01.")
            }
            return date
        }
        wantsHours = arguments.flag("hours")
        within = arguments.number("within_hours").map { $0 * 3_600 }
        let sentence = try MCPToolCall.sentence(arguments, of: tool)
        // The whole sentence: a verb of the past decides as well.
        let words = [.week, .rain].contains(tool) ? arguments.text("area") : sentence?.time?.text
        on = arguments.text("on") ?? (sentence?.time == nil ? sentence?.unreadableTime?.text : words)
        // The answer about rain has no warnings.
        let unanswered = tool == .rain && sentence?.topic == .alerts ? [LocalizedText("특보", "warnings")[self.language]] : nil
        (topic, notUnderstood) = (sentence?.topic, sentence?.notUnderstood ?? unanswered.map { .init(subjects: $0) })
        guard within == nil || on == nil else {
            throw Fault("within_hours와 때(on)는 함께 쓸 수 없습니다.", "within_hours and a time (on) cannot be given together.")
        }
        place = try MCPToolCall.place(arguments, sentence, of: tool, fallback: area)
    }

    /// Words of time in a place's name: 내일 서울. Throws for a time without an answer.
    private static func sentence(_ arguments: MCPArguments, of tool: MCPTool) throws(Fault) -> Sentence? {
        let named = arguments.text("area").map { Sentence([$0], at: .distantPast) }
        let on = arguments.text("on")
        if let on, let time = named?.time {
            throw Fault("때는 한 번만 적어 주세요: ‘\(on.shown)’ 또는 ‘\(time.text)’", "Give one time: ‘\(on.shown)’ or ‘\(time.text)’")
        }
        let time = on.map { Sentence([$0], at: .distantPast) }
        let isTime = time.map { $0.places.isEmpty && $0.notUnderstood == nil && ($0.time != nil || $0.unreadableTime != nil) } ?? true
        if !isTime, ![.history, .nation].contains(tool) {
            throw Fault(
                "인수 on: 내일, 주말, 토요일 오전, 12/24처럼 적어야 합니다.",
                "The argument on must be a time, as in tomorrow, weekend, Saturday morning, 12/24."
            )
        }
        guard let area = arguments.text("area"), let sentence = named, sentence.isQuestion || sentence.places != [area] else { return nil }
        let hasTime = sentence.time != nil || sentence.unreadableTime != nil
        guard !hasTime || sentence.topic == .now || tool.schema.rules["on"] != nil else {
            throw Fault(
                "\(tool.rawValue)는 지금 날씨만 알려 줍니다. ‘\(area)’\(area.particle("은", "는")) week나 rain으로 물어보세요.",
                "\(tool.rawValue) answers for now. Ask week or rain for ‘\(area)’."
            )
        }
        return sentence
    }

    private static func place(_ arguments: MCPArguments, _ sentence: Sentence?, of tool: MCPTool, fallback: String?) throws(Fault) -> PlaceRequest? {
        let isAnywhere = tool == .alerts && (sentence?.country != nil || !["area", "latitude", "longitude"].contains(where: arguments.has))
        if tool == .findPlace || tool == .nation || isAnywhere { return nil }
        do throws(ForecastError) {
            let area = sentence.map { $0.places.isEmpty ? $0.country : $0.places.joined(separator: " ") }
            return try PlaceRequest(
                area: area ?? arguments.text("area"),
                latitude: arguments.number("latitude").map { "\($0)" },
                longitude: arguments.number("longitude").map { "\($0)" },
                fallback: fallback
            )
        } catch { throw Fault(MCPToolCall.message(of: error)) }
    }

    private static func message(of error: ForecastError) -> LocalizedText {
        switch error {
        case .invalidRequest(.missingPlace):
            LocalizedText("어느 지역인지 적어 주세요: 지역 이름(area) 또는 위도·경도(latitude, longitude).", "Which place? Name an area, or give latitude and longitude.")
        case .invalidRequest(.incompleteCoordinate):
            LocalizedText("위도(latitude)와 경도(longitude)를 함께 지정해 주세요.", "Latitude and longitude must be given together.")
        case .invalidRequest(.timeIsOver):
            LocalizedText(error.message.korean + " 지난 날은 history가 답합니다.", error.message.english + " The tool history answers for days that are over.")
        default: error.message
        }
    }

    package enum Subject {
        case forecast(Question, PlaceRequest)
        case alerts(PlaceRequest?)
        case nation(KoreanDate)
        case history(PlaceRequest, KoreanDate)
        case accuracy(PlaceRequest, since: KoreanDate?)
        case areas([Place], total: Int)
    }

    private func requireReach(at now: Date) throws(Fault) {
        guard let on, tool == .week || tool == .rain else { return }
        do throws(ForecastError) {
            let sentence = Sentence([on], at: now)
            guard let time = sentence.time else { throw .invalidRequest(sentence.timeFault ?? .unreadableTime(UnreadableTime(on))) }
            try time.requireReach(at: now)
        } catch { throw Fault(MCPToolCall.message(of: error)) }
    }

    /// Throws for words of no day, and a first day out of range.
    package func subject(at now: Date) throws(Fault) -> Subject {
        try requireReach(at: now)
        switch (tool, place) {
        case (.week, let place?): return .forecast(.week, place)
        // Days beyond the hours need a time.
        case (.rain, let place?): return .forecast(on == nil ? .now : .week, place)
        case (.now, let place?): return .forecast(.now, place)
        case (.alerts, _): return .alerts(place)
        case (.nation, _):
            guard let date = NationReport.day(named: on, at: now) else { throw Fault(NationReport.noSuchDay(on ?? "", of: "on")) }
            return .nation(date)
        case (.history, let place?):
            guard let date = on.map({ HistoryReport.day(named: $0, at: now) }) ?? KoreanDate(of: now) + 1 else {
                throw Fault("인수 on: 날은 2026-10-08이나 내일, 토요일처럼 적어야 합니다.", "The argument on must be a day such as 2026-10-08, tomorrow or Saturday.")
            }
            return .history(place, date)
        case (.accuracy, let place?):
            if let since, !AccuracyReport.counts(since: since, at: now) { throw Fault(AccuracyReport.noSuchDay("since")) }
            return .accuracy(place, since: since)
        case (.findPlace, _), (_, nil):
            let (places, total) = Gazetteer.find(query, limit: limit)
            return .areas(places, total: total)
        }
    }
}

extension MCPToolCall {
    package var key: [String?] {
        [
            tool.rawValue, language.rawValue, within?.description, "\(limit)", since?.description, on, query, topic?.rawValue,
            notUnderstood?.text,
            "\(wantsHours)",
        ]
    }

    package func result(_ report: Report) -> [UInt8] {
        let report = report.answering(topic, notUnderstood: notUnderstood)
        guard let on, tool != .now, let time = Sentence([on], at: report.generatedAt).time else { return whole(report) }
        do throws(ForecastError) { return whole(try report.limited(to: time)) } catch {
            return MCPToolCall.failure(MCPToolCall.message(of: error)[language])
        }
    }

    private func whole(_ report: Report) -> [UInt8] {
        let subject = name(of: report.place)
        switch tool {
        case .now: return result(Output(.now), report, of: subject)
        case .rain: return result(.rain(within: within), report, of: subject)
        default: break
        }
        let text = MCPText(style: style)
        let wanted = on != nil ? report.week.hours.count : wantsHours ? MCPToolCall.hourCount : 0
        return fitted(min(wanted, report.week.hours.count)) { count, rest in
            MCPToolCall.result(
                "\(subject)\n\(text.week(report, hours: count))\n\(text.provenance(report, of: subject))\(rest)",
                structured: report.json(.week, language, hours: count)
            )
        }
    }

    private func fitted(_ whole: Int, _ make: (_ count: Int, _ rest: String) -> [UInt8]) -> [UInt8] {
        var (count, result) = (whole, make(whole, ""))
        while result.count > MCPToolCall.maximumLength, count > 0 {
            count = min(count - 1, count * MCPToolCall.maximumLength / result.count)
            let rest = style("\n뒤의 \(whole - count)개는 뺐습니다. 더 좁혀서 물어보세요.", "\nThe last \(whole - count) are left out. Ask for less.")
            result = make(count, rest)
        }
        return result
    }

    package func result(_ report: AlertReport) -> [UInt8] {
        let subject = report.place.map(name) ?? AlertList.country[language]
        return fitted(report.alerts?.count ?? 0) { count, rest in
            var report = report
            report.alerts = report.alerts.map { Array($0.prefix(count)) }
            return result(.alerts, report, of: subject, note: rest)
        }
    }

    package func result(_ report: NationReport) -> [UInt8] {
        let subject = "\(AlertList.country[language]), \(report.date.dayWithWeekday[language])"
        return result(.nation(), report, of: subject)
    }

    package func result(_ report: AccuracyReport) -> [UInt8] {
        result(.accuracy, report, of: name(of: report.place), provenance: "\n\(owners(report.attribution))")
    }

    package func result(_ report: HistoryReport) -> [UInt8] {
        let kept = style("발표 \(report.issuesExpected)번 가운데 \(report.issues.count)번", "\(report.issues.count) of \(report.issuesExpected) issues")
        let subject = "\(name(of: report.place)), \(report.date.spelled(beside: KoreanDate(of: report.generatedAt))[language])"
        return result(.history, report, of: subject, provenance: " (\(kept))\n\(owners(report.attribution))")
    }

    package func result(of places: [Place], total: Int) -> [UInt8] {
        let none = style("그런 이름의 지역이 없습니다.", "No place has that name.")
        return fitted(places.count) { count, rest in
            let places = Array(places.prefix(count))
            let names = places.map(name).joined(separator: style(", ", "; "))
            return MCPToolCall.result((names.isEmpty ? none : names) + rest, structured: Place.json(places, of: total, query: query))
        }
    }

    package func failure(_ code: ErrorCode, _ message: LocalizedText) -> [UInt8] {
        var message = message
        if code == .unknownArea, let place {
            do throws(ForecastError) { _ = try place.place() } catch { message = error.message(searchingBy: MCPToolCall.search) }
        }
        return MCPToolCall.failure(message[language])
    }

    package static func failure(_ message: String) -> [UInt8] { result(message, structured: nil) }

    private func result<Answer: SourcedAnswer>(_ output: Output<Answer>, _ answer: Answer, of subject: String, note: String = "") -> [UInt8] {
        let provenance = "\n\(MCPText(style: style).provenance(answer, of: subject))\(note)"
        return result(output, answer, of: subject, provenance: provenance)
    }

    private func result<Answer>(_ output: Output<Answer>, _ answer: Answer, of subject: String, provenance: String) -> [UInt8] {
        MCPToolCall.result(
            "\(subject): \(output.text(answer, in: .line, style))\(provenance)",
            structured: Array(output.text(answer, in: .ndjson, style).utf8)
        )
    }

    private func owners(_ attribution: [String]) -> String { Attribution.line(attribution, language) }

    private static func result(_ text: String, structured content: [UInt8]?) -> [UInt8] {
        MCPServer.result { json in
            json.objects("content", [text]) { json, text in
                json.field("type", "text")
                json.field("text", text)
            }
            if let content { json.field("structuredContent", encoded: content) }
            json.field("isError", content == nil)
        }
    }

    private var style: Style { Style(plain: language) }

    private func name(of place: Place) -> String { style(place.name, place.englishName) }
}
