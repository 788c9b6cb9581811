import Foundation
import SampleFeeds
import StubUpstream

/// The sample feeds' answer to a request, to be changed on its way.
struct SampleAnswer {
    var text: String

    init(_ request: Request, at now: Date) {
        text = String(decoding: SampleFeeds.answer(to: request.target, at: now).body, as: UTF8.self)
    }

    var stub: StubAnswer { .json(text) }

    /// Replaces a text everywhere in the body.
    func replacing(_ text: String, with other: String) -> SampleAnswer {
        var answer = self
        answer.text = self.text.replacingOccurrences(of: text, with: other)
        return answer
    }

    /// Replaces what a regular expression matches.
    func replacing(pattern: String, with template: String) -> SampleAnswer {
        var answer = self
        answer.text = text.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
        return answer
    }

    static let invalidParameter =
        #"{"response":{"header":{"resultCode":"10","resultMsg":"INVALID_REQUEST_PARAMETER_ERROR"}}}"#
}
