import Forecast
import HTTPTypes
import KMAForecast
import TestSupport
import Testing

@testable import kma_server

@Suite("Questions of requests", .takesSlots(programs: 1))
struct AskTests {
    @Test(
        "Requests that ask the same in other words get one response",
        arguments: [
            [
                "/v1/week?area=Busan", "/v1/week?lang=ko&area=Busan", "/v1/week?area=%42usan",
                "/v1/week?&area=Busan&",
            ],
            [
                "/v1/now?lat=35.10&lon=129", "/v1/now?lat=35.100004&lon=128.99998", "/v1/now?area=35.1,129.0",
                "/v1/now?lon=129.0&lat=35.1",
            ],
            ["/v1/areas?q=Busan", "/v1/areas?q=Busan&limit=20&lang=en"],
            ["/v1/alerts", "/v1/alerts?lang=ko"],
            ["/Busan.svg", "/Busan.svg?days=11", "/%42usan.svg?lang=ko"],
            ["/Busan?format=json", "/Busan?format=json&view=week", "/%42usan?lang=ko&format=json"],
            [
                "/om/v1/forecast?latitude=35.1&longitude=129&hourly=rain",
                "/om/v1/forecast?latitude=35.1&longitude=129&hourly=rain&models=auto",
            ],
        ]
    )
    func spellings(targets: [String]) async throws {
        let service = try TestService()
        let first = try await service.get(targets[0])
        #expect(first.status == .ok)
        service.wait(seconds: 7)
        let cache = service.dependencies.responseCache
        let now = service.clock.withLockedValue { $0 }
        let kept = try #require(cache.current(target: targets[0], at: now))
        for target in targets {
            let response = try await service.get(target)
            #expect(response.body == first.body, "\(target)")
            // The next time it need not be read.
            #expect(cache.current(target: target, at: now) === kept, "\(target)")
        }
    }

    @Test("Requests that ask something else have another key, and several places cost as many tokens")
    func keys() throws {
        func ask(
            _ places: [PlaceRequest] = [.area("Busan")],
            _ question: Question = .week,
            _ language: Language = .korean,
            _ date: KoreanDate? = nil,
            isLines: Bool = false
        ) -> Ask {
            .forecast(
                route: "/v1/\(question.rawValue)",
                question: question,
                places: places,
                renderer: .json(question, language, themeOn: date, isLines: isLines)
            )
        }
        let (busan, seoul) = (PlaceRequest.area("Busan"), PlaceRequest.area("Seoul"))
        let asks = [
            ask(), ask([seoul]), ask([busan, seoul]), ask([seoul, busan]), ask([.area("Busan Seoul")]),
            ask([.point(latitude: 35, longitude: 129)]), ask([.point(latitude: 35.1, longitude: 129)]),
            ask([.area("35.0 129.0")]), ask([busan], .now), ask([busan], .week, .english),
            ask([busan], .theme), ask([busan], .theme, .korean, KoreanDate(year: 2026, month: 10, day: 5)),
            ask(isLines: true),
        ]
        #expect(Set(asks.map(\.key)).count == asks.count)
        #expect(asks.map(\.cost) == [1, 1, 2, 2] + Array(repeating: 1, count: 9))
        #expect(ask().key == ask().key)
    }

    @Test(
        "A response that depends on who asks is never found by its target alone",
        arguments: [
            ("/Busan", [HTTPField.Name.userAgent: "curl/8.5.0"]), ("/:help", [.userAgent: "curl/8.5.0"]),
            ("/v1/week?area=Busan", [.accept: "application/x-ndjson"]),
            ("/v1/areas?q=Busan", [.origin: "https://example.com"]),
        ] as [(String, [HTTPField.Name: String])]
    )
    func negotiated(target: String, headers: [HTTPField.Name: String]) async throws {
        let service = try TestService(area: "Busan")
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        #expect(try await service.get(target, headers: fields).status == .ok)
        let now = service.clock.withLockedValue { $0 }
        #expect(service.dependencies.responseCache.current(target: target, at: now) == nil)
    }

    @Test("Generations keep what is asked for again, and drop the rest by its cost")
    func generations() {
        var generations = Generations<String, Int>(capacity: 10)
        generations.insert(0, for: "loved", cost: 1)
        for number in 1...100 {
            generations.insert(number, for: "\(number)", cost: 3)
            #expect(generations.use("loved") == 0)
            #expect(generations.use("loved", where: { _ in false }) == nil)
        }
        #expect((1...8).contains((1...100).count { generations["\($0)"] != nil }))
        // A value in the place of another costs once.
        var one = Generations<String, Int>(capacity: 10)
        for number in 0..<100 { one.insert(number, for: "a", cost: 6) }
        one.insert(1, for: "b", cost: 4)
        #expect(one["a"] == 99 && one["b"] == 1)
        one.replace(where: { $0 == 99 }, by: { $0 + 1 })
        #expect(one["a"] == 100)
    }
}
