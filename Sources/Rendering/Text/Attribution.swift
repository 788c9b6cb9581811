import Feeds
import Forecast

package enum Attribution {
    package static func name(of owner: String) -> LocalizedText {
        switch owner {
        case UpstreamAPI.shortTerm.traits.attribution: LocalizedText(owner, "Korea Meteorological Administration")
        case UpstreamAPI.airQuality.traits.attribution: LocalizedText(owner, "AirKorea, Korea Environment Corporation")
        default: LocalizedText(owner, owner)
        }
    }

    package static func line(_ owners: [String], _ language: Language) -> String {
        let names = owners.map { name(of: $0)[language] }.joined(separator: " · ")
        return LocalizedText("자료: ", "Data: ")[language] + names
    }
}

extension Style {
    func attribution(_ owners: [String]) -> String {
        Attribution.line(owners, language).wrapped(to: width - 2).map { ansi.faint(" " + $0) }.joined(separator: "\n")
    }
}
