import KMAForecast
import Regions
import Testing

@testable import Forecast
@testable import Rendering

@Suite("The week as a picture of dots")
struct WeekPictureTests {
    private func colors(_ canvas: PixelCanvas) -> Set<[UInt8]> {
        Set(stride(from: 0, to: canvas.bytes.count, by: 3).map { Array(canvas.bytes[$0..<$0 + 3]) })
    }

    @Test(
        "Every sky, every theme and every figure that can arrive is drawn, and what is not known is left out"
    )
    func values() throws {
        let kinds: [Condition.Kind?] = [
            .sky(.clear), .sky(.mostlyCloudy), .sky(.overcast), .sky(.obscured), .rain, .mixed, .snow,
            .unknown, nil,
        ]
        var report = try RenderedValuesTests.dryEvening()
        let empty = try RenderedValuesTests.report()
        for (index, kind) in kinds.enumerated() {
            for (low, high) in [(-32.4, -21.6), (0, 0), (38, 41), (nil, nil)] as [(Double?, Double?)] {
                for day in report.week.days.indices {
                    let condition = kind.map { Condition($0, LocalizedText("", "")) }
                    report.week.days[day].whole = HalfDay(
                        condition: condition,
                        precipitationProbability: Probability(percent: index.isMultiple(of: 2) ? 100 : -1)
                    )
                    report.week.days[day].extremes = Extremes(minimum: low, maximum: high)
                }
                let canvas = WeekPicture(report).canvas
                #expect(canvas.bytes.count == 600 * 315 * 3)
                #expect(colors(canvas).count > 4)
            }
        }
        #expect(WeekPicture(empty).canvas.bytes.count == 600 * 315 * 3)
    }

    @Test("A name that does not fit loses its province, then its end")
    func names() throws {
        var report = try RenderedValuesTests.report()
        let short = WeekPicture(report).canvas
        report.place = try Gazetteer.place(named: "창원시 마산합포구 진동면")
        let long = WeekPicture(report).canvas
        #expect(long.bytes != short.bytes)
        // Nothing of it stands in the margin on the right.
        for row in 16..<30 {
            let right = (row * 600 + 580) * 3
            #expect(Set(long.bytes[right..<right + 57]).count <= 3, "\(row)")
        }
    }

    @Test("The font has every letter of the names of places, and no two letters look the same")
    func font() {
        func dots(_ letter: Character) -> [Bool] {
            (0..<7).flatMap { y in (0..<5).map { PixelFont.hasDot(letter, x: $0, y: y) } }
        }
        let places = Gazetteer.search("", limit: 20) + Gazetteer.search("중구", limit: 20)
        let names = places.flatMap { $0.englishName.uppercased() }
        let letters = Set(names).union("0123456789-°%/.:,").subtracting(" ")
        for letter in letters { #expect(dots(letter).contains(true), "\(letter)") }
        #expect(Set(letters.map(dots)).count == letters.count)
        #expect(!dots("가").contains(true))
    }
}
