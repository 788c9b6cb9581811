import Forecast
import Hummingbird
import KMAForecast
import Regions
import Rendering

/// The weather of the country by its cities: `/v1/nation`.
struct NationEndpoint: Endpoint {
    let path = "/v1/nation"
    let parameters: [Parameter] = [.on, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> NationAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        return NationAsk(
            route: path,
            date: try query.nationDay(at: defaults.now),
            isOfTheMoment: query[.on] != nil,
            renderer: Renderer(language.rawValue) { $0.json(language) }
        )
    }
}

/// The same as a map: `/v1/nation.svg`.
struct NationMapEndpoint: Endpoint {
    let path = "/v1/nation.svg"
    let parameters: [Parameter] = [.value, .on, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> NationAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        let value = try query[.value].map(NationMapEndpoint.value) ?? .theme
        guard value != .alerts || query[.on] == nil else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "특보(value=alerts)는 지금의 것입니다. on 없이 물어보세요.",
                    "Warnings (value=alerts) are those of now. Leave out on."
                )
            )
        }
        return NationAsk(
            route: path,
            date: try query.nationDay(at: defaults.now),
            isOfTheMoment: query[.on] != nil,
            renderer: Renderer("\(value.rawValue) \(language.rawValue)", as: "image/svg+xml") {
                Array(NationMap($0, value, language).svg.utf8)
            }
        )
    }

    private static func value(_ text: String) throws(Problem) -> NationMap.Value {
        guard let value = NationMap.Value(rawValue: text) else {
            let names = NationMap.Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "value는 \(names) 가운데 하나입니다.",
                    "The value is one of \(names)."
                )
            )
        }
        return value
    }
}

/// A question about the whole country.
struct NationAsk: Ask {
    let route: String
    /// The day.
    let date: KoreanDate
    /// Whether the day was named, by words that mean another one after midnight.
    let isOfTheMoment: Bool
    let renderer: Renderer<NationReport>

    /// A token a city, as for so many places.
    var cost: Int { NationCity.all.count }
    var key: String { "\(route)\n\(date) \(isOfTheMoment)\n\(renderer.key)" }
    var caching: Caching {
        var caching = Caching.shared()
        caching.isOfTheMoment = isOfTheMoment
        return caching
    }

    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let (report, isWhole) = try await handler.nation(on: date, for: client)
        let response = CachedResponse(
            report,
            to: self,
            body: try renderer.body(report),
            type: renderer.mediaType,
            since: previous
        )
        // What one client gets without a call is not all that others may have.
        return isWhole || !report.isPartial ? response : response.unshared
    }
}

extension NationReport: CacheableReport {}

extension QueryString {
    /// The day of the country that is asked about, today without one.
    fileprivate func nationDay(at now: Date) throws(Problem) -> KoreanDate {
        guard let date = NationReport.day(named: self[.on], at: now) else {
            throw Problem(.badInput, detail: NationReport.noSuchDay)
        }
        return date
    }
}

extension AskHandler {
    /// The country on a day, and whether calls could be made for all of its cities.
    fileprivate func nation(
        on date: KoreanDate,
        for client: AskingClient
    ) async throws(Problem) -> (report: NationReport, isWhole: Bool) {
        let forecaster = dependencies.forecaster
        let question = forecaster.nationQuestion(on: date)
        var origins: [RequestOrigin] = []
        var refusal: Problem?
        for city in NationCity.all {
            let asking = limits.origin(
                of: city.place,
                isKnown: await forecaster.knows(city.place, for: question),
                isFollowed: client.isFollowing,
                for: client.address,
                at: dependencies.now
            )
            refusal = refusal ?? asking.refusal
            origins.append(asking.origin)
        }
        do throws(ForecastError) {
            let report = try await forecaster.nation(
                on: date,
                for: origins,
                countryFor: RequestOrigin(client: client.address?.name ?? "", purpose: .followed),
                preferring: dependencies.preference
            )
            dependencies.metrics.recordSources(report.sources)
            return (report, refusal == nil)
        } catch {
            if let refusal { throw refusal }
            throw await problem(error)
        }
    }
}
