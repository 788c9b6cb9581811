extension Errand {
    /// Requests that are wrong, and the answer each of them must get.
    static let wrong: [Errand] = [
        wrong("/v1/week", 400, "bad_input"),
        wrong("/v1/week?area=\(Errands.escaped("서울"))&area=\(Errands.escaped("부산"))", 400, "bad_input"),
        wrong("/v1/week?area=\(Errands.escaped("서울"))&prefer=kma", 400, "bad_input"),
        wrong("/v1/week?area=\(Errands.escaped("서울"))&lang=fr", 400, "bad_input"),
        wrong("/v1/now?lat=37.5", 400, "bad_input"),
        wrong("/v1/hours?lat=north&lon=127", 400, "bad_input"),
        wrong("/v1/hours?area=%FF%FE", 400, "bad_input"),
        wrong("/v1/theme?area=Busan&date=tomorrow", 400, "bad_input"),
        wrong("/v1/areas?q=x&limit=0", 400, "bad_input"),
        wrong("/v1/week?lat=35.68&lon=139.69", 404, "outside_korea"),
        wrong("/v1/outlook?area=Atlantis", 404, "unknown_area"),
        wrong("/v1/yesterday", 404, "bad_input"),
        wrong("/v1/week?area=\(Errands.escaped("중앙동"))", 422, "ambiguous_area"),
        wrong("/v1/week?area=" + String(repeating: "x", count: 3_000), 414, "bad_input"),
        wrong("/v1/week?area=Busan", 405, "bad_input", method: "POST"),
    ]

    private static func wrong(_ target: String, _ status: Int, _ code: String, method: String = "GET")
        -> Errand
    {
        Errand(method: method, target: target, expected: .refusal(status: status, code: code))
    }
}
