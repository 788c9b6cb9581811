import AlertFeeds
import Forecast
import Hummingbird

struct CAPEndpoint: Endpoint {
    let path = "/v1/alerts/{id}.cap"
    let parameters: [Parameter] = []

    /// Bytes of the longest identifier, with a zone at sea.
    private static let longest = 200

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        _ = try query(of: request)
        let name = request.uri.path.split(separator: "/").last ?? ""
        let id = try QueryString.decoded(name.dropLast(".cap".count))
        guard id.utf8.count <= CAPEndpoint.longest, id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
            throw .noSuchAlert
        }
        return .bulletins(
            route: path,
            at: nil,
            renderer: Renderer([id], as: "application/cap+xml; charset=utf-8") { report throws(Problem) in
                guard let bulletin = report.bulletins.first(where: { $0.id == id }), let message = CAPMessage(bulletin, isSample: report.isSample)
                else { throw .noSuchAlert }
                return message.xml
            }
        )
    }
}

extension Problem {
    fileprivate static var noSuchAlert: Problem {
        Problem(
            .noData,
            status: .notFound,
            detail: LocalizedText(
                "그런 특보 발표가 없습니다. 끝난 지 48시간이 지난 특보는 보여 주지 않습니다.",
                "There is no such announcement. Warnings that ended more than 48 hours ago are not shown."
            )
        )
    }
}
