import Forecast
import KMAForecast

enum SVG {
    static func picture(
        width: Double,
        height: Double,
        _ language: Language,
        title: String,
        words: String,
        css: String,
        symbols: Set<SkySymbol>,
        definitions: String = "",
        _ marks: String
    ) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.oneDecimal) \(height.oneDecimal)" \
        width="\(width.oneDecimal)" height="\(height.oneDecimal)" role="img" lang="\(language.rawValue)" \
        aria-labelledby="title words" font-family="system-ui,-apple-system,'Noto Sans KR','Noto Sans CJK KR','Malgun Gothic',sans-serif">\
        <title id="title">\(title.escapedForMarkup)</title><desc id="words">\(words.escapedForMarkup)</desc>\
        <style>\(SkySymbol.style)\(css)</style><defs>\(SkySymbol.definitions(symbols))\(definitions)</defs>\(marks)</svg>

        """
    }

    static func text(_ kind: String, _ x: Double, _ y: Double, _ size: Double, _ text: String, anchor: String = "start", isBold: Bool = false)
        -> String
    {
        let weight = isBold ? " font-weight=\"600\"" : ""
        return
            "<text class=\"\(kind)\" x=\"\(x.oneDecimal)\" y=\"\(y.oneDecimal)\" font-size=\"\(size.oneDecimal)\" text-anchor=\"\(anchor)\"\(weight)>\(text.escapedForMarkup)</text>"
    }

    static func lines(_ kind: String, _ x: Double, _ y: Double, _ size: Double, _ lines: [String], apart: Double) -> String {
        lines.enumerated().map { text(kind, x, y + Double($0) * apart, size, $1) }.joined()
    }
}

extension SourcedAnswer {
    func staleNote(_ style: Style) -> String? { isStale ? style("새로 받지 못해 전에 받은 자료가 있습니다.", "Some data are older than they should be.") : nil }

    func degradedNote(_ style: Style) -> String? { degraded.isEmpty ? nil : style("일부 자료를 받지 못했습니다.", "Some data are missing.") }
}
