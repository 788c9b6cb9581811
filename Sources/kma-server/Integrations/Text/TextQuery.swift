import Rendering
import Forecast
import KMAForecast

struct TextQuery: Sendable {
    let places: [PlaceRequest]
    let time: AskedTime?
    let question: Question
    private let asksForRain: Bool
    private let (topic, notUnderstood): (Sentence.Topic?, Sentence.Leftover?)
    let format: Format
    let template: Template?
    let style: Style
    /// True without a format: browsers get the page there.
    let isNegotiated: Bool
    private let templateText: String?

    /// Letters: a short template can ask for long texts of twenty places.
    static let templateLimit = 400
    private static let columns = 80
    private static let help = "/:help"

    init(_ path: String, _ parameters: QueryString, _ defaults: Defaults) throws(Problem) {
        let isHelp = path == TextQuery.help || path == "/" && defaults.area == nil
        let named = isHelp || path == "/" ? nil : try TextPath(path, at: defaults.now)
        places = isHelp ? [] : try TextQuery.places(named, defaults)
        let view: Question? = try parameters.choice(.view, LocalizedText("view는", "view"))
        question = view ?? (named?.topic == .now ? .now : named?.topic == .hours ? .hours : .week)
        (topic, notUnderstood) = (named?.topic, named?.notUnderstood)
        time = try TextQuery.time(named?.time, of: question, at: defaults.now)
        let format: Format? = try parameters.choice(.format, LocalizedText("형식(format)은", "format"))
        isNegotiated = format == nil
        templateText = parameters[.template]
        template = try templateText.map { text throws(Problem) in try TextQuery.template(text) }
        self.format = parameters[.line] == nil && template == nil ? format ?? .table : .line
        let forms = [Parameter.format, .line, .template].filter { parameters[$0] != nil }
        guard forms.count < 2 else { throw .badInput("format, line, template은 하나만 쓸 수 있습니다.", "Give only one of format, line and template.") }
        asksForRain = named?.topic?.isOfRain == true && view == nil && template == nil && Output.rain().formats.contains(self.format)
        let isColored = parameters[.color] != nil
        style = Style(
            language: try parameters.language(or: defaults.language),
            ansi: ANSIStyle(isColored: isColored, hasTrueColor: isColored),
            columns: TextQuery.columns
        )
        let fitting: [Question] = template == nil ? Question.allCases.filter { Output($0).formats.contains(self.format) } : [.week, .now]
        if fitting.contains(question) { return }
        let names = fitting.map(\.rawValue).joined(separator: ", ")
        throw .badInput(
            "line, template, waybar는 view가 \(names)일 때만 쓸 수 있습니다.",
            "A line, template or Waybar module is there for these views only: \(names)."
        )
    }

    var asksForHelp: Bool { places.isEmpty }

    var key: [String?] {
        [
            asksForRain ? nil : question.rawValue, format.rawValue, style.language.rawValue, "\(style.ansi.isColored)", templateText, topic?.rawValue,
            notUnderstood?.text,
        ]
    }

    func answered(_ reports: [Report]) -> [Report] { reports.map { $0.answering(topic, notUnderstood: notUnderstood) } }

    func body(of reports: [Report]) -> [UInt8] {
        if let template { return Array(reports.map { template.text($0, style) }.joined(separator: "\n").utf8) }
        let answers = reports.map { (place: style($0.place.name, $0.place.englishName), answer: $0) }
        let output = asksForRain ? Output.rain() : Output(question)
        return Array(output.text(answers, in: format, style).utf8)
    }

    private static func places(_ named: TextPath?, _ defaults: Defaults) throws(Problem) -> [PlaceRequest] {
        if let named, !named.places.isEmpty { return named.places }
        do throws(ForecastError) { return [try PlaceRequest(area: nil, latitude: nil, longitude: nil, fallback: defaults.area)] } catch {
            throw Problem(error)
        }
    }

    private static func time(_ time: AskedTime?, of question: Question, at now: Date) throws(Problem) -> AskedTime? {
        guard let time, ![.week, .hours].contains(question) else { return time }
        guard time.from > now else { return nil }
        throw .badInput("‘\(time.text)’의 날씨는 view가 week, hours일 때 있습니다.", "‘\(time.text)’ works with view=week and view=hours.")
    }

    private static func template(_ text: String) throws(Problem) -> Template {
        guard text.count <= templateLimit else {
            throw .badInput("template은 \(templateLimit)자까지 쓸 수 있습니다.", "A template has at most \(templateLimit) characters.")
        }
        // A terminal would obey other control characters.
        guard text.allSatisfy({ !$0.isControl || $0 == "\n" || $0 == "\t" }) else {
            throw .badInput(
                "template에 제어 문자나 글 방향을 바꾸는 문자를 쓸 수 없습니다.",
                "A template may not hold characters that control a terminal or turn the direction of writing."
            )
        }
        do throws(Template.Fault) { return try Template(text) } catch { throw Problem(.badInput, detail: error.message(of: "template")) }
    }
}

enum TextHelp {
    private static let formats = Format.allCases.map(\.rawValue).joined(separator: ", ")

    static let text = LocalizedText(
        """
        터미널에서 보는 날씨

          curl HOST/부산                 오늘부터 11일
          curl HOST/서울+부산            여러 곳
          curl HOST/내일+서울            때: 내일, 주말, 토요일+오전, 12월24일
          curl HOST/37.5,127.0           좌표
          curl 'HOST/부산?view=hours'    week, now, hours, theme, outlook
          curl 'HOST/부산?line'          한 줄
          curl -g 'HOST/부산?template={sky}+{temperature}°+{rain}'    직접 정한 한 줄
          curl 'HOST/부산?color'         색
          curl 'HOST/부산?format=csv'    \(formats)
          curl 'HOST/Busan?lang=en'      영어

        브라우저에서는 같은 주소에 화면이 열립니다. 다른 경로는 /openapi.json 에 있습니다.

        """,
        """
        Weather in a terminal

          curl 'HOST/Busan?lang=en'      today and the next ten days
          curl HOST/Seoul+Busan          several places
          curl HOST/Seoul+tomorrow       a time: tomorrow, weekend, Saturday+morning
          curl HOST/37.5,127.0           a coordinate
          curl 'HOST/Busan?view=hours'   week, now, hours, theme, outlook
          curl 'HOST/Busan?line'         one line
          curl -g 'HOST/Busan?template={sky}+{temperature}°+{rain}'   a line of your own
          curl 'HOST/Busan?color'        colours
          curl 'HOST/Busan?format=csv'   \(formats)

        Browsers get a page at the same address. The other paths stand in /openapi.json.

        """
    )
}
