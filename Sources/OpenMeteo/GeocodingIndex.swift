import Forecast
import Regions
import Rendering

package enum GeocodingIndex {
    package static let names: [UInt32: String] = Dictionary(Gazetteer.fullNames.map { (number(of: $0.korean), $0.korean) }) { first, _ in first }

    /// FNV-1a of 32 bits, a number for typed clients such as Breezy Weather.
    package static func number(of name: String) -> UInt32 { name.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } & 0x7fff_ffff }
}

extension Place {
    package var geocodingID: UInt32 { GeocodingIndex.number(of: name) }

    package func writeGeocoding(to json: inout JSONWriter, _ language: Language) {
        let isKorean = language == .korean
        let words = name.split(separator: " ").map(String.init)
        let english = englishName.split(separator: ", ").map(String.init)
        let own = landmark.map { isKorean ? $0.name : $0.englishName }
        json.field("id", Int(geocodingID))
        json.field("name", own ?? (isKorean ? words.last : english.first) ?? name)
        json.field("latitude", latitude, decimals: 6)
        json.field("longitude", longitude, decimals: 6)
        json.field("elevation", stationHeight)
        json.field("feature_code", featureCode)
        json.field("country_code", "KR")
        // GeoNames' number of South Korea.
        json.field("country_id", 1_835_841)
        json.field("country", isKorean ? "대한민국" : "South Korea")
        json.field("timezone", "Asia/Seoul")
        let larger = isKorean ? Array(words.dropLast()) : english.dropFirst().reversed()
        if larger.isEmpty { json.field("admin1", isKorean ? name : englishName) }
        for (level, name) in larger.prefix(4).enumerated() { json.field(["admin1", "admin2", "admin3", "admin4"][level], name) }
    }

    /// GeoNames' code of the kind (geonames.org/export/codes.html).
    private var featureCode: String {
        guard let landmark else { return dong != nil ? "ADM3" : district != nil ? "ADM2" : "ADM1" }
        return switch landmark.kind {
        case .airport: "AIRP"
        case .station: "RSTN"
        case .area, .newtown: "PPLX"
        case .mountain: "MT"
        case .island: "ISL"
        case .beach: "BCH"
        case .park: "PRK"
        case .resort: "RSRT"
        case .stadium: "STDM"
        }
    }
}
