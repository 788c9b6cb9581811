#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// Why there is nothing to show.
public enum ForecastError: Error, Sendable, Equatable {
    /// The words or the point did not lead to one place.
    case place(PlaceError)
    /// The question makes no sense; the words say which part of it, and what would.
    case badInput(LocalizedText)
    /// A setting cannot be used.
    case settings(SettingsError)
    /// No feed gave anything to show; what came of each.
    case nothingToShow([SourceReport])

    /// The code of it.
    public var code: ErrorCode {
        switch self {
        case .place(.unknownArea): .unknownArea
        case .place(.ambiguousArea): .ambiguousArea
        case .place(.outsideKorea): .outsideKorea
        case .badInput, .settings: .badInput
        case .nothingToShow(let sources):
            ForecastError.decisive(sources)?.error?.code ?? .noData
        }
    }

    /// The exit status of a program that ends with it; a setting that cannot be used is a fault of configuration.
    public var exitStatus: ExitStatus {
        if case .settings = self { .configuration } else { code.traits.exitStatus }
    }

    /// What happened, and what the person can do.
    public var message: LocalizedText {
        switch self {
        case .place(let error): error.message
        case .badInput(let message): message
        case .settings(let error): error.message
        case .nothingToShow(let sources):
            ForecastError.decisive(sources).flatMap { source in source.error?.message(for: source.feed) }
                ?? LocalizedText("보여 드릴 자료가 없습니다.", "There is nothing to show.")
        }
    }

    /// The source whose fault a person can do most about: a rejected key, then a spent quota, then an upstream that
    /// is down, and a missing key only where no feed had one.
    private static func decisive(_ sources: [SourceReport]) -> SourceReport? {
        func priority(_ source: SourceReport) -> Int { source.error?.code.traits.priority ?? .max }
        return sources.min { priority($0) < priority($1) }
    }
}

extension PlaceError {
    /// More names than these do not help anyone to choose; 중앙동 stands in 32 places.
    private static let namesTold = 8

    /// What happened, and what the person can do.
    fileprivate var message: LocalizedText {
        switch self {
        case .unknownArea(let query, let suggestions) where suggestions.isEmpty:
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 지역을 찾지 못했습니다. ‘kma areas’로 이름을 찾아보세요.",
                "No area is called ‘\(query.shown)’. Look names up with ‘kma areas’."
            )
        case .unknownArea(let query, let suggestions):
            let names = suggestions.map { "‘\($0)’" }.joined(separator: ", ")
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 지역을 찾지 못했습니다. 혹시 \(names)?",
                "No area is called ‘\(query.shown)’. Did you mean \(names)?"
            )
        case .ambiguousArea(let query, let candidates):
            let names = candidates.prefix(PlaceError.namesTold).joined(separator: ", ")
            let rest = max(0, candidates.count - PlaceError.namesTold)
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 곳이 여럿입니다. 더 자세히 적어 주세요: \(names)\(rest > 0 ? " 외 \(rest)곳" : "")",
                "Several areas are called ‘\(query.shown)’. Name the province as well: \(names)\(rest > 0 ? " and \(rest) more" : "")"
            )
        case .outsideKorea(let latitude, let longitude):
            return LocalizedText(
                "좌표 \(latitude), \(longitude)은(는) 예보 구역 밖입니다. 대한민국 땅에서 15km 이내여야 합니다.",
                "The point \(latitude), \(longitude) is outside the forecast area: within 15 km of Korean land."
            )
        }
    }
}
