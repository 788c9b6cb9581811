import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import Settings

@testable import KMAForecast

/// Everything of the program that reads what others wrote.
enum FuzzTarget: String, CaseIterable {
    case midTemperature = "mid-temperature"
    case midLand = "mid-land"
    case outlook
    case shortTerm = "short-term"
    case nextHours = "next-hours"
    case nowcast
    case warnings
    case warningTable = "warning-table"
    case warningEvents = "warning-events"
    case airMeasured = "air-measured"
    case dustForecast = "dust-forecast"
    case dustWeek = "dust-week"
    case current = "openweather-current"
    case forecast = "openweather-forecast"
    case jsonReader = "json-reader"
    case faults
    case keptAnswer = "kept-answer"
    case httpDate = "http-date"
    case dotEnv = "dot-env"
    case settings
    case place
    case point
    case search

    /// Reads an input as the program would and goes all the way to what it would show. The JSON of it, or nothing.
    func run(_ input: Data) -> [UInt8] {
        switch self {
        case .midTemperature:
            Reading(input).rendered(.midTemperature(zone: "11B10101", gateway: .any)) {
                $0.midTemperature = $1
            }
        case .midLand:
            Reading(input).rendered(.midLand(zone: "11B00000", gateway: .any)) { $0.midLand = $1 }
        case .outlook:
            Reading(input).rendered(.outlook(station: "109", gateway: .any))
        case .shortTerm:
            Reading(input).rendered(.shortTerm(cell: Reading.place.gridCell, gateway: .any)) {
                $0.shortTerm = $1
            }
        case .nextHours:
            Reading(input).rendered(.nextHours(cell: Reading.place.gridCell, gateway: .any)) {
                $0.nextHours = $1
            }
        case .nowcast:
            Reading(input).rendered(.nowcast(cell: Reading.place.gridCell, gateway: .any)) { $0.nowcast = $1 }
        case .warnings:
            Reading(input).rendered(.warnings(gateway: .any)) { $0.warnings = $1 }
        case .warningTable:
            Reading(input).rendered(.warnings(gateway: .anyHub)) { $0.warnings = $1 }
        case .warningEvents:
            Reading(input).renderedEvents()
        case .airMeasured:
            Reading(input).rendered(.airMeasured(province: "서울", gateway: .any)) { $0.airMeasurements = $1 }
        case .dustForecast:
            Reading(input).rendered(.dustForecast(gateway: .any)) { $0.dustForecast = $1 }
        case .dustWeek:
            Reading(input).rendered(.dustWeek(gateway: .any)) { $0.dustForecast = $1 }
        case .current:
            Reading(input).rendered(.openWeatherCurrent(latitude: 37.57, longitude: 126.98, gateway: .any)) {
                $0.current = $1
            }
        case .forecast:
            Reading(input).rendered(.openWeatherForecast(latitude: 37.57, longitude: 126.98, gateway: .any)) {
                $0.openWeather = $1
            }
        case .jsonReader:
            compared(input)
        case .faults:
            Reading(input).faultWords()
        case .keptAnswer:
            keptAnswer(input)
        case .httpDate:
            rfc3339(Date(httpDate: text(input)))
        case .dotEnv:
            string(DotEnv(text(input)).values.map { "\($0)=\($1)" }.sorted().joined(separator: "\n"))
        case .settings:
            settings(input)
        case .place:
            place(.area(text(input)))
        case .point:
            point(text(input))
        case .search:
            search(text(input))
        }
    }

    private func search(_ text: String) -> [UInt8] {
        let (areas, total) = Gazetteer.find(text, limit: 20)
        return Place.json(areas, of: total, query: text)
    }

    private func compared(_ input: Data) -> [UInt8] {
        ReaderComparison(input).check()
        return []
    }

    private func text(_ input: Data) -> String {
        String(decoding: input, as: UTF8.self)
    }

    private func string(_ text: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { $0.field("text", text) }
        return json.bytes
    }

    private func rfc3339(_ date: Date?) -> [UInt8] {
        date.map { string(KoreanTime($0).rfc3339) } ?? []
    }

    private func keptAnswer(_ input: Data) -> [UInt8] {
        guard let kept = StoredAnswer(file: input) else { return [] }
        precondition(StoredAnswer(file: kept.file) == kept, "a kept answer is read as it was written")
        return rfc3339(kept.fetchedAt)
    }

    private func settings(_ input: Data) -> [UInt8] {
        do throws(SettingsError) {
            let settings = try Settings(environment: [:], dotEnv: DotEnv(text(input))) { $0 }
            return rfc3339(settings.fixedNow)
        } catch {
            return string(error.message.korean)
        }
    }

    private func point(_ text: String) -> [UInt8] {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        do throws(ForecastError) {
            return place(try PlaceRequest(area: nil, latitude: parts[0], longitude: parts.dropFirst().first))
        } catch {
            return string(error.message.korean)
        }
    }

    private func place(_ request: PlaceRequest) -> [UInt8] {
        do throws(ForecastError) {
            let place = try request.place()
            var json = JSONWriter()
            json.object { place.write(to: &$0) }
            return json.bytes
        } catch {
            return string(error.message.korean + error.message.english)
        }
    }
}
