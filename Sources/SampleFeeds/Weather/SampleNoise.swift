enum SampleNoise {
    /// Raw values seed the noise: cases are only appended.
    enum Topic: Int {
        case front, frontDetail, local, localDetail
        case warmth, localWarmth, dayToDay
        case sky, probability
        case peakHour, length, amount, shower
        case windSpeed, windDirection, cloud, pressure
        case spread
        case dust
        case air
        case temperatureError, chanceError
        case lateRain
    }

    static func unit(_ topic: Topic, _ place: Int, _ time: Int) -> Double {
        let question = mixed(mixed(mixed(0, topic.rawValue), place), time)
        return Double(question >> 11) * 0x1p-53
    }

    /// FNV-1a: `hashValue` differs between runs.
    static func seed(of name: String) -> Int { Int(name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }) }

    /// SplitMix64's finaliser (Steele, Lea and Flood, 2014).
    private static func mixed(_ seed: UInt64, _ part: Int) -> UInt64 {
        var bits = seed &+ UInt64(truncatingIfNeeded: part) &* 0xD6E8_FEB8_6659_FD93 &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// −1…1, smooth between random values `period` steps apart.
    static func wave(_ topic: Topic, _ place: Int, at time: Double, period: Double) -> Double {
        let position = time / period
        let start = position.rounded(.down)
        let here = unit(topic, place, Int(start)) * 2 - 1
        let next = unit(topic, place, Int(start) + 1) * 2 - 1
        return here + (next - here) * (position - start).smoothstep
    }
}

extension Double {
    var smoothstep: Double { self * self * (3 - 2 * self) }

    func plain(_ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = (self * Double(scale)).whole
        let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: scale)
        var text = scaled < 0 ? "-\(whole)" : "\(whole)"
        guard rest != 0 else { return text }
        let digits = String(scale + rest).dropFirst()
        text += "."
        text += digits[...(digits.lastIndex { $0 != "0" } ?? digits.startIndex)]
        return text
    }

    var whole: Int { Int(rounded()) }
}
