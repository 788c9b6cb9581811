import Forecast
import Hummingbird
import KMAForecast
import Regions
import Rendering

struct ForecastEndpoint: QueryEndpoint {
    let question: Question
    var isOfOnePlace = false

    var path: String { question.path }
    var parameters: [Parameter] {
        let times: [Parameter] = question == .theme ? [.date, .on] : [.week, .hours].contains(question) ? [.on] : []
        return [.area, .lat, .lon] + times + [.lang]
    }
    var repeatable: Set<Parameter> { hasSeveral ? [.area] : [] }

    private var hasSeveral: Bool { !isOfOnePlace && [.week, .now, .hours].contains(question) }

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let places = try query.places(or: defaults.area)
        let (date, time) = (try query.date(), try query.time(at: defaults.now))
        guard date == nil || time == nil else { throw .badInput("날짜(date)와 때(on) 가운데 하나만 적어 주세요.", "Give either the date or the time (on).") }
        let isOfDay = question == .theme && (date != nil || time != nil)
        return .forecast(
            route: path,
            // Only the week has another day's theme.
            question: isOfDay ? .week : question,
            places: places,
            time: time,
            renderer: .json(question, language, themeOn: date, isLines: hasSeveral && request.headers.acceptLines),
            caching: .shared(vary: hasSeveral ? [.accept] : [])
        )
    }
}

extension Ask {
    static func forecast(
        route: String,
        question: Question,
        places: [PlaceRequest],
        time: AskedTime? = nil,
        isExplained: Bool = false,
        renderer: Renderer<[Report]>,
        caching: Caching = .shared()
    ) -> Ask {
        var caching = caching
        caching.isOfTheMoment = caching.isOfTheMoment || time != nil
        return Ask(AskKey(route: route, places: places, time: time?.key, caching: caching), cost: places.count, renderer: renderer) {
            handler,
            client async throws(Problem) in
            try checked { () throws(ForecastError) in try time?.requireReach(at: handler.dependencies.now()) }
            let (reports, isWhole) = try await handler.reports(question, at: places, isExplained: isExplained, for: client)
            guard let time else { return (reports, isWhole) }
            let limited = try checked { () throws(ForecastError) in
                try reports.map { report throws(ForecastError) in try report.limited(to: time, for: question) }
            }
            return (limited, isWhole)
        }
    }
}

/// A time without a forecast is missing, not malformed.
private func checked<Result>(_ work: () throws(ForecastError) -> Result) throws(Problem) -> Result {
    do throws(ForecastError) { return try work() } catch { throw Problem(.noData, status: .notFound, detail: error.message) }
}

extension AskHandler {
    func reports(_ question: Question, at requests: [PlaceRequest], isExplained: Bool = false, for client: AskingClient) async throws(Problem) -> (
        reports: [Report], isWhole: Bool
    ) {
        var refusal: Problem?
        do throws(Problem) {
            var asked: [(place: Place, caller: Caller)] = []
            for place in try places(of: requests) {
                let isKnown = await dependencies.forecaster.knows(place, for: question)
                let asking = limits.caller(client.address, at: place, isKnown: isKnown, now: dependencies.now)
                // A new place has at most its region's parts.
                if !isKnown, let refused = asking.refusal { throw refused }
                refusal = refusal ?? asking.refusal
                asked.append((place, asking.caller))
            }
            return (try await reports(question, at: asked, isExplained: isExplained), refusal == nil)
        } catch { throw refusal ?? error }
    }

    private func places(of requests: [PlaceRequest]) throws(Problem) -> [Place] {
        do throws(Problem) { return try requests.map { request throws(Problem) in try request.found() } } catch {
            var problem = error
            problem.isLasting = true
            throw problem
        }
    }

    private func reports(_ question: Question, at places: [(place: Place, caller: Caller)], isExplained: Bool) async throws(Problem) -> [Report] {
        let results = await dependencies.forecaster.reports(question, at: places, preferring: dependencies.preference, isExplained: isExplained)
        for case .success(let report) in results { dependencies.metrics.recordSources(report.sources) }
        var reports: [Report] = []
        for report in results { reports.append(try await result { () throws(ForecastError) in try report.get() }) }
        return reports
    }
}

extension Renderer<[Report]> {
    static func json(_ question: Question, _ language: Language, themeOn date: KoreanDate? = nil, isLines: Bool = false) -> Renderer {
        Renderer([language.rawValue, date?.description], isLines: isLines) { report, json throws(Problem) in
            guard question == .theme else { return report.write(question, to: &json, language) }
            do throws(ForecastError) { try report.themeSelection(on: date).write(to: &json, language) } catch {
                throw Problem(.noData, status: .notFound, detail: error.message)
            }
        }
    }
}

extension Question { var path: String { "/v1/" + rawValue } }
