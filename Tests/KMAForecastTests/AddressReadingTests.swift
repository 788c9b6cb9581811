import Forecast
import Regions
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Addresses among words of time")
struct AddressReadingTests {
    private static let now = KoreanDate(year: 2026, month: 11, day: 26).at(hour: 15)

    /// Spellings of what stands behind a 동, 읍, 면 or 리; M is a month and D a day of it.
    private static let details = [
        "M-D", "산 M-D", "산M-D", "산 D", "산D", "산 D번지", "산 D 번지", "D번지", "D 번지", "M-D 3층", "M-D 3 층",
        "D-M번지 B1층", "101동 1203호", "101 동 1203 호", "M-D 101동 1203호", "M-D번지 2 층", "D 번지 3 층 302 호",
    ]

    @Test(
        "A road named like its district, with its branch apart, is one address",
        arguments: ["충북 청주시 상당구 상당로 82번길 3", "부산 동래구 동래로 116번길 39", "부산 금정구 금정로 52번길 3"]
    )
    func branches(address: String) throws {
        let requests = try Sentence([address], at: Self.now).requests()
        #expect(requests.count == 1)
        #expect(try requests.first?.place().dropped?.contains("번길") == true)
    }

    @Test("The numbers of two thousand addresses are no dates, and a word of time behind one is")
    func addresses() throws {
        var generator = SeededGenerator(seed: 46)
        let dongs = Gazetteer.fullNames.map(\.korean).filter { name in
            name.last.map { "동읍면".contains($0) } == true && name.contains(" ")
        }
        for _ in (0..<2_000).sampled {
            let dong = try #require(dongs.randomElement(using: &generator))
            let detail = try #require(Self.details.randomElement(using: &generator))
            let (month, day) = (
                Int.random(in: 1...12, using: &generator), Int.random(in: 1...28, using: &generator)
            )
            let village = dong.hasSuffix("면") && Bool.random(using: &generator) ? " 문호리" : ""
            let numbers = detail.replacing("M", with: "\(month)").replacing("D", with: "\(day)")
            let address = "\(dong)\(village) \(numbers)"
            let sentence = Sentence([address], at: Self.now)
            #expect(
                sentence.time == nil && sentence.topic == nil && sentence.unreadableTime == nil,
                "\(address)"
            )
            let found = try? sentence.requests().map { try $0.place() }
            #expect(found?.map(\.name) == [dong], "\(address): \(found?.map(\.name) ?? [])")
            let later = Sentence("\(address) 내일".split(separator: " ").map(String.init), at: Self.now)
            #expect(later.time?.firstDay == KoreanDate(of: Self.now) + 1, "\(address)")
            #expect((try? later.requests().map { try $0.place().name }) == [dong], "\(address)")
        }
    }

    @Test(
        "A coordinate among words of time is one place, however its numbers are spaced",
        arguments: [
            "37.5,127.0", "37.5, 127.0", "37.5 127.0", "37.5N 127.0E", "북위 37.5 동경 127.0",
            "북위 37.5도 동경 127.0도",
            "12.5 37.5,127.0",
        ]
    )
    func coordinates(text: String) throws {
        let sentence = Sentence([text + " 내일"], at: Self.now)
        let day = text.hasPrefix("12.5") ? 9 : 1
        #expect(sentence.time?.days.dates.last == KoreanDate(of: Self.now) + day)
        #expect(try sentence.requests() == [PlaceRequest(latitude: 37.5, longitude: 127)])
    }
}
