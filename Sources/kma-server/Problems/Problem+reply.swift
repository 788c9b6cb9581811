import CommandLineSupport
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore

extension Problem {
    /// The one shape of every failure.
    func response(_ language: Language) -> Response {
        Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json(language)))
        )
    }

    /// The members of RFC 9457, and our own.
    func json(_ language: Language) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("type", "urn:kma:problem:\(code.rawValue)")
            json.field("title", title[language])
            json.field("status", status.code)
            json.field("detail", detail[language])
            json.field("code", code.rawValue)
            if let candidates { json.array("candidates", candidates) { $0.element($1) } }
            if let suggestions { json.array("suggestions", suggestions) { $0.element($1) } }
        }
        return json.bytes
    }

    /// The headers of it, but for the length.
    var fields: HTTPFields {
        var fields: HTTPFields = [
            .contentType: "application/problem+json",
            .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        fields[.retryAfter] = retryAfter.map(String.init)
        fields[.allow] = allow
        return fields
    }
}
