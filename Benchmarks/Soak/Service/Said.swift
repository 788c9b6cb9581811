import Foundation

/// A body of `/v1/week`, `/v1/now`, `/v1/hours` or `/v1/outlook`, as the contract has it.
struct Said: Decodable {
    var place: SaidPlace
    var generatedAt: String
    var theme: SaidTheme?
    var current: SaidCurrent?
    var days: [SaidDay]?
    var hours: [SaidHour]?
    var text: String?
    var sources: [SaidSource]
    var degraded: [String]
    var stale: Bool
    var attribution: [String]
}

struct SaidZone: Decodable, Equatable {
    var code: String
    var name: String
}

struct SaidPlace: Decodable, Equatable {
    var name: String
    var province: String
    var district: String?
    var dong: String?
    var temperatureZone: SaidZone
    var landZone: SaidZone
}

struct SaidAreas: Decodable {
    var areas: [SaidPlace]
}

struct SaidTheme: Decodable, Equatable {
    var name: String
    var color: String
    var gradient: [String]
    var textColor: String
    var night: Bool
    var label: String
    var source: String?
}

struct SaidCondition: Decodable, Equatable {
    var text: String
    var theme: String
    var code: Int?
    var icon: String?
}

struct SaidCurrent: Decodable, Equatable {
    var observedAt: String
    var temperature: Double?
    var feelsLike: Double?
    var humidity: Int?
    var windSpeed: Double?
    var windDirection: Int?
    var windGust: Double?
    var visibility: Double?
    var precipitation1H: Double?
    var condition: SaidCondition?
    var sunrise: String?
    var sunset: String?
}

struct SaidSpread: Decodable, Equatable {
    var low: Double
    var high: Double
}

struct SaidHalf: Decodable, Equatable {
    var text: String?
    var theme: String?
    var precipitationProbability: Int?
}

struct SaidDay: Decodable, Equatable {
    var date: String
    var offset: Int
    var label: String
    var weekday: String
    var temperatureMin: Double?
    var temperatureMax: Double?
    var temperatureMinSpread: SaidSpread?
    var temperatureMaxSpread: SaidSpread?
    var am: SaidHalf?
    var pm: SaidHalf?
    var text: String?
    var theme: String?
    var precipitationProbability: Int?
    var precipitationAmount: Double?
    var source: String?
    var feeds: [String]
    var partial: Bool
}

struct SaidHour: Decodable, Equatable {
    var time: String
    var temperature: Double?
    var precipitationProbability: Int?
    var precipitationAmount: Double?
    var humidity: Int?
    var windSpeed: Double?
    var text: String?
    var theme: String?
    var night: Bool?
    var source: String
}
