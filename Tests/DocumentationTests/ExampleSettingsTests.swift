import Foundation
import KMAForecast
import Settings
import Testing

@Suite(".env.example")
struct ExampleSettingsTests {
    @Test("The example lists every setting once, and no other")
    func settings() throws {
        let names = try Repository.text(of: ".env.example").matches(of: /(?m)^#?([A-Z_]+)=/)
            .map { String($0.output.1) }
        #expect(names.sorted() == SettingName.allCases.map(\.rawValue).sorted())
    }

    @Test("A copy of the example sets nothing")
    func setsNothing() throws {
        let set = DotEnv(try Repository.text(of: ".env.example")).values.filter { !$0.value.isEmpty }
        #expect(set == [:])
    }

    @Test("Every value of the example is valid once its line is uncommented")
    func values() throws {
        let text = try Repository.text(of: ".env.example").replacing(/(?m)^#([A-Z_]+=)/) { $0.output.1 }
        let settings = try Settings(environment: [:], dotEnv: DotEnv(text), readFile: { _ in "a-key" })
        #expect(settings.kma != nil)
        #expect(settings.openWeather != nil)
        #expect(settings.area != nil)
        #expect(settings.fixedNow != nil)
    }
}
