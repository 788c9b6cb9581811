import CommandLineSupport
import Foundation
import KMAForecast
import Testing

@Suite("The file .env.example")
struct ExampleSettingsTests {
    @Test("lists every setting once, and none that is not there")
    func settings() throws {
        let names = try Repository.text(of: ".env.example").matches(of: /(?m)^#?([A-Z_]+)=/)
            .map { String($0.output.1) }
        #expect(names.sorted() == SettingName.allCases.map(\.rawValue).sorted())
    }

    @Test("can be copied as it stands: it sets nothing")
    func setsNothing() throws {
        let set = DotEnv(try Repository.text(of: ".env.example")).values.filter { !$0.value.isEmpty }
        #expect(set == [:])
    }

    @Test("shows values that are taken once their mark is removed")
    func values() throws {
        let text = try Repository.text(of: ".env.example").replacing(/(?m)^#([A-Z_]+=)/) { $0.output.1 }
        let settings = try Settings(environment: [:], dotEnv: DotEnv(text), readFile: { _ in "a-key" })
        #expect(settings.kma != nil)
        #expect(settings.openWeather != nil)
        #expect(settings.area != nil)
        #expect(settings.fixedNow != nil)
    }
}
