import Forecast

extension FeedError {
    /// What happened and what the person can do, in a sentence or two. Exactly one text a kind.
    public func message(for feed: Feed) -> LocalizedText {
        let service = feed.service
        let detail = detail.map { " (\($0))" } ?? ""
        switch code {
        case .keyMissing:
            return LocalizedText(
                "\(service.keySetting)가 없습니다. .env에 키를 넣어 주세요. 발급: \(service.portal)",
                "\(service.keySetting) is not set. Put the key into .env; get one at \(service.portal)"
            )
        case .keyRejected:
            return LocalizedText(
                "\(service.name.korean)에서 키를 받아 주지 않았습니다\(detail). \(service.keySetting) 값을 확인하고, 새로 받은 키라면 1~2시간 뒤에 다시 해 보세요.",
                "\(service.name.english) rejected the key\(detail). Check \(service.keySetting); a new key takes an hour or two to work."
            )
        case .notSubscribed:
            return LocalizedText(
                "키는 맞지만 이 서비스의 활용신청이 없습니다\(detail). \(service.portal)에서 신청해 주세요.",
                "The key is not subscribed to this service\(detail). Apply for it at \(service.portal)."
            )
        case .quotaExceeded:
            return LocalizedText(
                "\(service.name.korean)의 오늘 호출 한도를 다 썼습니다\(detail). 한국 시각 자정에 풀립니다.",
                "Today's calls to \(service.name.english) are spent\(detail). They come back at midnight in Korea."
            )
        case .rateLimited:
            return LocalizedText(
                "\(service.name.korean)에 짧은 시간에 너무 많이 물었습니다\(detail). 잠시 뒤에 다시 해 보세요.",
                "Too many calls to \(service.name.english) in a short time\(detail). Try again shortly."
            )
        case .blocked:
            return LocalizedText(
                "\(service.name.korean)에서 이 주소(IP)의 접속을 막았습니다\(detail). \(service.portal)에 등록된 주소를 확인하세요.",
                "\(service.name.english) refuses this address\(detail). Check the addresses registered at \(service.portal)."
            )
        case .noData:
            return LocalizedText(
                "\(feed.name.korean) 자료가 아직 없습니다\(detail). 발표를 기다려 주세요.",
                "\(feed.name.english) has nothing yet\(detail). Wait for the next issue."
            )
        case .timeout:
            return LocalizedText(
                "\(service.name.korean)에서 제때 답이 오지 않았습니다\(detail). 잠시 뒤에 다시 해 보거나 KMA_TIMEOUT을 늘려 보세요.",
                "\(service.name.english) did not answer in time\(detail). Try again shortly, or raise KMA_TIMEOUT."
            )
        case .unreachable:
            return LocalizedText(
                "\(service.name.korean)에 연결하지 못했습니다\(detail). 네트워크를 확인해 주세요.",
                "No connection to \(service.name.english)\(detail). Check the network."
            )
        case .upstreamError:
            return LocalizedText(
                "\(service.name.korean) 쪽에 장애가 있습니다\(detail). 잠시 뒤에 다시 해 보세요.",
                "\(service.name.english) reports a fault of its own\(detail). Try again shortly."
            )
        case .unknownArea, .ambiguousArea, .outsideKorea, .badInput:
            // No feed reports these; the title is all there is to say.
            return code.traits.title
        case .malformedResponse:
            return LocalizedText(
                "\(service.name.korean)에서 알아볼 수 없는 답이 왔습니다\(detail). 점검 중일 수 있으니 잠시 뒤에 다시 해 보세요.",
                "\(service.name.english) sent an answer that makes no sense\(detail). It may be under maintenance; try again shortly."
            )
        }
    }
}
