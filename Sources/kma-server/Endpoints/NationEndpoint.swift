import Forecast
import Hummingbird
import KMAForecast
import Regions
import Rendering

struct NationEndpoint: QueryEndpoint {
    let path = "/v1/nation"
    let parameters: [Parameter] = [.on, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        return .nation(
            route: path,
            on: try query.nationDay(at: defaults.now),
            isOfTheMoment: query[.on] != nil,
            renderer: Renderer([language.rawValue]) { $0.write(to: &$1, language) }
        )
    }
}

struct NationMapEndpoint: QueryEndpoint {
    let path = "/v1/nation.svg"
    let parameters: [Parameter] = [.value, .on, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let value: NationMap.Value = try query.choice(.value, LocalizedText("value는", "value")) ?? .theme
        guard value != .alerts || query[.on] == nil else {
            throw .badInput("특보 지도는 지금의 특보만 보여 줍니다. on을 빼 주세요.", "Warnings (value=alerts) are those of now. Leave out on.")
        }
        return .nation(
            route: path,
            on: try query.nationDay(at: defaults.now),
            isOfTheMoment: query[.on] != nil,
            renderer: Renderer([value.rawValue, language.rawValue], as: "image/svg+xml") { Array(NationMap($0, value, language).svg.utf8) }
        )
    }
}

extension Ask {
    static func nation(route: String, on date: KoreanDate, isOfTheMoment: Bool, renderer: Renderer<NationReport>) -> Ask {
        Ask(
            AskKey(route: route, day: date, caching: .shared(isOfTheMoment: isOfTheMoment)),
            cost: NationCity.all.count,
            renderer: renderer
        ) { handler, client async throws(Problem) in
            let (limits, dependencies) = (handler.limits, handler.dependencies)
            let forecaster = dependencies.forecaster
            let question = forecaster.nationQuestion(on: date)
            var callers: [Caller] = []
            var refusal: Problem?
            for city in NationCity.all {
                let asking = limits.caller(
                    client.address,
                    at: city.place,
                    isKnown: await forecaster.knows(city.place, for: question),
                    now: dependencies.now
                )
                refusal = refusal ?? asking.refusal
                callers.append(asking.caller)
            }
            do throws(ForecastError) {
                let report = try await forecaster.nation(
                    on: date,
                    for: callers,
                    countryFor: client.callerOfWarnings,
                    preferring: dependencies.preference
                )
                dependencies.metrics.recordSources(report.sources)
                return (report, refusal == nil)
            } catch {
                if let refusal { throw refusal }
                throw handler.problem(error)
            }
        }
    }
}

extension NationReport: CacheableReport { var isComplete: Bool { !isPartial } }

extension QueryString {
    fileprivate func nationDay(at now: Date) throws(Problem) -> KoreanDate {
        guard let date = NationReport.day(named: self[.on], at: now) else {
            throw Problem(.badInput, detail: NationReport.noSuchDay(self[.on] ?? "", of: "on"))
        }
        return date
    }
}
