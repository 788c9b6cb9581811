/// The bodies as plain `Codable` structs with the fields that are used: nothing is tolerated and nothing is made of
/// them. Decoding them is the baseline of the adapter.
struct ReferenceKMABody<Item: Decodable>: Decodable {
    var response: Response

    struct Response: Decodable {
        var header: Header
        var body: Body
    }

    struct Header: Decodable {
        var resultCode: String
        var resultMsg: String
    }

    struct Body: Decodable {
        var items: Items
        var totalCount: Int
    }

    struct Items: Decodable {
        var item: [Item]
    }
}

struct ReferenceMidTemperature: Decodable {
    var taMin4, taMin4Low, taMin4High, taMax4, taMax4Low, taMax4High: Int?
    var taMin5, taMin5Low, taMin5High, taMax5, taMax5Low, taMax5High: Int?
    var taMin6, taMin6Low, taMin6High, taMax6, taMax6Low, taMax6High: Int?
    var taMin7, taMin7Low, taMin7High, taMax7, taMax7Low, taMax7High: Int?
    var taMin8, taMin8Low, taMin8High, taMax8, taMax8Low, taMax8High: Int?
    var taMin9, taMin9Low, taMin9High, taMax9, taMax9Low, taMax9High: Int?
    var taMin10, taMin10Low, taMin10High, taMax10, taMax10Low, taMax10High: Int?
}

struct ReferenceMidLand: Decodable {
    var rnSt4Am, rnSt4Pm, rnSt5Am, rnSt5Pm, rnSt6Am, rnSt6Pm, rnSt7Am, rnSt7Pm: Int?
    var rnSt8, rnSt9, rnSt10: Int?
    var wf4Am, wf4Pm, wf5Am, wf5Pm, wf6Am, wf6Pm, wf7Am, wf7Pm: String?
    var wf8, wf9, wf10: String?
}

struct ReferenceGridRow: Decodable {
    var category: String
    var fcstDate: String
    var fcstTime: String
    var fcstValue: String
}

struct ReferenceCurrent: Decodable {
    var dt: Int
    var main: ReferenceAir
    var weather: [ReferenceSky]
    var wind: ReferenceWind
    var visibility: Int?
    var rain: ReferenceVolume?
    var snow: ReferenceVolume?
    var sys: Sun

    struct Sun: Decodable {
        var sunrise: Int
        var sunset: Int
    }
}

struct ReferenceForecast: Decodable {
    var list: [Entry]

    struct Entry: Decodable {
        var dt: Int
        var main: ReferenceAir
        var weather: [ReferenceSky]
        var wind: ReferenceWind
        var pop: Double
        var rain: ReferenceVolume?
        var snow: ReferenceVolume?
        var sys: PartOfDay
    }

    struct PartOfDay: Decodable {
        var pod: String
    }
}

struct ReferenceAir: Decodable {
    var temp: Double
    var feelsLike: Double
    var humidity: Int

    enum CodingKeys: String, CodingKey {
        case temp, humidity
        case feelsLike = "feels_like"
    }
}

struct ReferenceSky: Decodable {
    var id: Int
    var icon: String
}

struct ReferenceWind: Decodable {
    var speed: Double
    var deg: Int
    var gust: Double?
}

struct ReferenceVolume: Decodable {
    var hour: Double?
    var threeHours: Double?

    enum CodingKeys: String, CodingKey {
        case hour = "1h"
        case threeHours = "3h"
    }
}
