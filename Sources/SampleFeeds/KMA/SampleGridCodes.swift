/// Codes of the short-term services (기상청 단기예보 조회서비스 활용가이드, 코드값 정보).
extension SampleHour {
    /// PTY of the ultra-short services: no 소나기, but 5 빗방울, 6 빗방울눈날림, 7 눈날림.
    var nowcastFallCode: Int {
        let isLight = amount < 0.5
        return switch falling {
        case nil: 0
        case .rain, .shower: isLight ? 5 : 1
        case .sleet: isLight ? 6 : 2
        case .snow: isLight ? 7 : 3
        }
    }

    var rainText: String {
        switch amount {
        case ..<0.05: "강수없음"
        case ..<1: "1mm 미만"
        case ..<30: "\(amount.oneDecimal)mm"
        case ..<50: "30.0~50.0mm"
        default: "50.0mm 이상"
        }
    }

    var snowText: String {
        switch snowfall {
        case ..<0.05: "적설없음"
        case ..<0.5: "0.5cm 미만"
        case ..<5: "\(snowfall.oneDecimal)cm"
        default: "5.0cm 이상"
        }
    }

    var humidityInFives: Int { (humidity / 5).whole * 5 }

    var windDegrees: Int { wind.direction.whole % 360 }
}
