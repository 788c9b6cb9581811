import Forecast

extension Language {
    /// English if the first of `LC_ALL`, `LC_MESSAGES` and `LANG` is (POSIX.1-2017, 8.2), else Korean.
    public init(locale environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = locale?.hasPrefix("en") == true ? .english : .korean
    }
}
