import HTTPTypes
import Hummingbird

/// What is sent back, with all its bytes at hand.
struct Reply: Sendable {
    /// The status.
    var status: HTTPResponse.Status
    /// Every header but the date.
    var fields: HTTPFields
    /// The bytes; `nil` where there are none.
    var body: ByteBuffer?

    /// The same, as the framework sends it.
    var response: Response {
        let body = body.map(ResponseBody.init(byteBuffer:)) ?? ResponseBody()
        return Response(status: status, headers: fields, body: body)
    }
}
