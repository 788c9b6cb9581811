import Forecast
import Foundation
import Regions
import Testing

@testable import Feeds

@Suite("KMA's warnings in force, as text")
struct WarningStatusResponseTests {
    private static let preliminary = "o 없음"

    /// The body of `getPwnStatus` with its two texts.
    private static func answer(_ inForce: String, _ preliminary: String = preliminary) throws -> HTTPAnswer {
        func json(_ text: String) throws -> String {
            String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        }
        return Wire.answer(
            Wire.service(
                items:
                    #"{"item":[{"other":"o 없음\r\n\r\n","t6":\#(try json(inForce)),"t7":\#(try json(preliminary)),"#
                    + #""tmEf":"202609261200","tmFc":202609261000,"tmSeq":125}]}"#
            )
        )
    }

    private static func status(_ inForce: String, _ preliminary: String = preliminary) throws -> WarningStatus
    {
        try FeedRequest.warnings(gateway: Wire.gateway()).read(answer(inForce, preliminary), Wire.issue)
    }

    /// The names of the zones of each warning.
    private static func zones(_ status: WarningStatus) -> [String: [String]] {
        Dictionary(grouping: status.warnings) { $0.level.label(of: $0.kind).korean }
            .mapValues { $0.map(\.zone.name) }
    }

    @Test("An empty sky is a row full of 없음, with and without a space")
    func none() throws {
        for text in ["o 없 음", "o 없음\r\n", "없음", "(1) 없음"] {
            let status = try Self.status(text)
            #expect(status.warnings.isEmpty && status.unresolved.isEmpty, "\(text)")
        }
    }

    @Test(
        "An empty text is not known: that in force is malformed, that of preliminary ones costs these alone"
    )
    func empty() throws {
        for text in ["", " ", "\r\n", "o", "o \r\no", "(1)", "\u{3000}"] {
            #expect(throws: FeedError(.malformedResponse, "t6"), "\(text)") { try Self.status(text) }
            let status = try Self.status("o 강풍주의보 : 울산", text)
            #expect(status.warnings.count == 2 && status.unresolved.count == 1, "\(text)")
            #expect(try Self.status("o 없음", text).unresolved.count == 1, "\(text)")
        }
        for t6 in ["null", "[]", "{}"] {
            let row = #"{"item":[{"t6":\#(t6),"t7":"o 없음","tmFc":202609261000}]}"#
            #expect(throws: FeedError(.malformedResponse, "t6")) {
                try FeedRequest.warnings(gateway: Wire.gateway())
                    .read(Wire.answer(Wire.service(items: row)), Wire.issue)
            }
        }
    }

    @Test("Of several rows the newest counts, wherever it stands", arguments: [true, false])
    func newest(isFirst: Bool) throws {
        let rows = [
            #"{"t6":"o 없음","t7":"o 없음","tmFc":202609261000,"tmSeq":125}"#,
            #"{"t6":"o 강풍경보 : 태백","t7":"o 없음","tmFc":202609261000,"tmSeq":"126","tmEf":"202609261200"}"#,
            #"{"t6":"o 호우경보 : 태백","t7":"o 없음","tmFc":202609260900,"tmSeq":124}"#,
        ]
        let items = (isFirst ? rows.reversed() : rows).joined(separator: ",")
        let status = try FeedRequest.warnings(gateway: Wire.gateway())
            .read(Wire.answer(Wire.service(items: #"{"item":[\#(items)]}"#)), Wire.issue)
        #expect(status.warnings.map(\.kind) == [.strongWind])
        #expect(status.issuedAt == KoreanTime.instant(compact: "202609261000"))
        #expect(status.describedAt == KoreanTime.instant(compact: "202609261200"))
    }

    @Test(
        "A sea named as a whole leaves land known: alone, beside land, in brackets, ahead",
        arguments: SeaZoneName.wholes + ["동해전해상", "남해동부해역", "동해상", "서해해상"]
    )
    func wholeSea(name: String) throws {
        for (text, preliminary, land) in [
            ("o 풍랑주의보 : \(name)", "o 없음", 0), ("o 풍랑주의보 : \(name), 울산", "o 없음", 2),
            ("o 풍랑주의보 : 제주도(추자도, \(name))", "o 없음", 1),
            ("o 없음", "(1) 풍랑 예비특보\r\no 09월 27일 밤 : \(name), 울산", 2),
        ] {
            let status = try Self.status(text, preliminary)
            #expect(status.unresolved.isEmpty, "\(text)")
            #expect(status.warnings.filter { $0.zone == AlertZone(code: nil, name: name) }.count == 1)
            #expect(status.warnings.count == land + 1, "\(text)")
        }
        guard SeaZoneName.wholes.contains(name) else { return }
        #expect(SeaZoneName.english(name)?.hasPrefix("All waters of ") == true)
        let garbled = try Self.status("o 풍랑주의보 : \(name.dropLast(2))\u{FFFD}\u{FFFD}")
        #expect(garbled.unresolved.map(\.zones) == [[]])
    }

    @Test(
        "A head keeps each of its kinds and levels, whatever stands in front of it",
        arguments: [
            ("폭염중대경보·호우주의보", ["폭염중대경보", "호우주의보"]), ("호우·강풍주의보", ["호우주의보", "강풍주의보"]),
            ("폭염경보, 강풍주의보", ["폭염경보", "강풍주의보"]), ("강풍경보 예비특보", ["강풍 예비특보"]),
            ("강풍·풍랑 예비특보", ["강풍 예비특보", "풍랑 예비특보"]), ("지진해일경보", ["지진해일경보"]), ("해일주의보", ["폭풍해일주의보"]),
            ("강풍주의보 및 호우경보", ["강풍주의보", "호우경보"]), ("강풍 및 풍랑주의보", ["강풍주의보", "풍랑주의보"]),
        ]
    )
    func heads(head: String, labels: [String]) throws {
        for mark in ["o ", "o", "(1)", "(1) ", "1) ", "12)", "2. ", "○", "ㅇ ", "", "* ", "(1) o", "①"] {
            let status = try Self.status("\(mark)\(head) : 태백\r\n\(mark)건조주의보：정선평지")
            #expect(status.unresolved.isEmpty, "\(mark)\(head)")
            #expect(status.warnings.map { $0.level.label(of: $0.kind).korean } == labels + ["건조주의보"])
            #expect(status.warnings.dropLast().allSatisfy { $0.zone.name == "태백시" }, "\(mark)\(head)")
        }
    }

    @Test("A text of KMA is read zone by zone, with what it excludes")
    func recorded() throws {
        let status = try Self.status(
            "o 강풍주의보 : 전라남도(거문도.초도), 제주도(추자도, 서귀포시남부 제외)\r\n"
                + "o 풍랑주의보 : 남해서부동쪽먼바다\r\no 호우주의보 : 제주도(추자도, 서귀포시서부 제외)"
        )
        #expect(status.unresolved.isEmpty)
        #expect(
            Self.zones(status) == [
                "강풍주의보": [
                    "거문도.초도", "제주도산지", "제주시서부", "제주시북부", "제주시동부", "제주시중산간", "서귀포시서부",
                    "서귀포시동부", "서귀포시중산간",
                ],
                "풍랑주의보": ["남해서부동쪽먼바다"],
                "호우주의보": [
                    "제주도산지", "제주시서부", "제주시북부", "제주시동부", "제주시중산간", "서귀포시남부", "서귀포시동부",
                    "서귀포시중산간",
                ],
            ]
        )
    }

    private static let zonesByName: [(text: String, names: [String])] = [
        ("강원도(고성평지)", ["고성군평지"]),
        ("강원도(고성)", ["고성군평지", "고성군산지"]),
        ("경상남도(고성)", ["고성군"]),
        ("경기도(광주)", ["광주시"]),
        ("전라남도(완도(여서도 제외), 완도여서도)", ["완도군(여서도 제외)", "완도군여서도"]),
        ("전라남도(완도(여서도))", ["완도군여서도"]),
        ("전북자치도(군산(옥도면 제외))", ["군산시(옥도면 제외)"]),
        ("전북특별자치도(전주, 익산)", ["전주시", "익산시"]),
        ("대구(군위), 대구광역시(달성남부)", ["군위군", "달성군남부"]),
        ("울릉도.독도", ["울릉도.독도"]), ("경상북도(울릉도.독도)", ["울릉도.독도"]),
        ("서해5도", ["백령도.대청도", "연평도.우도"]), ("흑산도.홍도", ["흑산도.홍도"]),
        ("서울특별시", ["서울동남권", "서울동북권", "서울서남권", "서울서북권"]),
        ("서울", ["서울동남권", "서울동북권", "서울서남권", "서울서북권"]),
        ("대전", ["대전광역시"]), ("광주광역시", ["광주서부", "광주동부"]),
        ("제주도(제주도남쪽바깥먼바다)", ["제주도남쪽바깥먼바다"]),
        // Joined without a comma.
        ("대전·동해남부앞바다", ["대전광역시", "동해남부앞바다"]), ("대전；울산앞바다", ["대전광역시", "울산앞바다"]),
        ("대전 및 동해남부앞바다", ["대전광역시", "동해남부앞바다"]), ("대전 동해남부앞바다", ["대전광역시", "동해남부앞바다"]),
        ("제주도(추자도;제주도남쪽바깥먼바다)", ["추자도", "제주도남쪽바깥먼바다"]), ("흑산도홍도연안바다", ["흑산도홍도연안바다"]),
        ("제주도앞바다(제주도북부앞바다 제외)", ["제주도앞바다(제주도북부앞바다제외)"]), ("서해5도앞바다", ["서해5도앞바다"]),
    ]

    @Test("A name means the zones that KMA means by it", arguments: zonesByName)
    func names(text: String, names: [String]) throws {
        let status = try Self.status("o 호우경보 : \(text)")
        #expect(status.unresolved.isEmpty)
        #expect(status.warnings.map(\.zone.name) == names)
        #expect(status.warnings.allSatisfy { $0.kind == .heavyRain && $0.level == .warning })
    }

    @Test("The province of today that was two names both")
    func merged() throws {
        let status = try Self.status("o 건조주의보 : 전남광주통합특별시(목포, 광주동부), 전남광주통합특별시")
        #expect(status.unresolved.isEmpty)
        let names = status.warnings.map(\.zone.name)
        #expect(names.starts(with: ["목포시", "광주동부"]))
        #expect(names.contains("해남군남부") && names.contains("광주서부"))
    }

    @Test("Several entries may share a line, and a new kind keeps KMA's word")
    func entries() throws {
        let status = try Self.status("o 폭염중대경보 : 대구(군위) o 우박주의보 : 서울 ○ 열대야주의보 : 부산(부산동부)")
        let labels = Set(status.warnings.map { $0.level.label(of: $0.kind).korean })
        #expect(labels == ["폭염중대경보", "우박주의보", "열대야주의보"])
        #expect(status.warnings.contains { $0.kind == .other("우박") && $0.kind.identifier == "other" })
    }

    @Test(
        "A name that cannot be resolved makes the zones that it may mean unknown, and no others",
        arguments: [
            ("부산(\u{FFFD}\u{FFFD}산서부)", ["부산서부"], ["부산동부", "서울서남권"]),
            ("경상북도(안\u{FFFD}\u{FFFD}\u{FFFD}서부)", ["안동시서부"], ["안동시북부", "김천시북부"]),
            ("경기도(새도시)", ["수원시", "성남시"], ["부산서부"]),
            ("남해서\u{FFFD}\u{FFFD}동쪽먼바다", [], ["부산서부", "제주시북부"]),
            ("제주도(추\u{FFFD}\u{FFFD} 제외)", ["추자도"], ["서울서남권"]),
            ("어디인지모름", ["부산서부", "제주시북부"], []),
            // A bracket of another part of the country, and land beside a sea in one word.
            ("광주(경기)", ["광주서부", "수원시"], ["부산서부"]), ("서울(부산)", ["서울동북권", "부산서부"], ["울산동부"]),
            ("울산(울산동부, 동해남부앞바다", ["울산동부", "서울동북권"], []), ("울산·부산·동해남부앞바다", ["울산동부", "부산서부"], []),
            ("동해남부앞바다울산", ["울산동부"], []), ("서울(서울 제외)", ["서울동북권"], ["부산서부"]),
            ("경기북부", ["수원시", "성남시"], ["부산서부"]), ("전남북동부", ["목포시"], ["부산서부", "수원시"]),
            ("광주초월", ["광주서부", "부산서부"], []),
            ("서울\u{FFFD}북\u{FFFD}", ["서울동북권", "서울서북권"], ["서울동남권", "서울서남권", "부산서부"]),
        ]
    )
    func unresolved(text: String, unknown: [String], known: [String]) throws {
        let status = try Self.status("o 호우경보 : \(text)")
        #expect(status.unresolved.count == 1)
        let possible = Set(status.unresolved.flatMap(\.zones))
        func codes(_ names: [String]) -> [String] {
            WarningZones.ofKorea.all.filter { names.contains($0.name) }.map(\.code)
        }
        #expect(codes(unknown).count == unknown.count && codes(unknown).allSatisfy(possible.contains))
        #expect(codes(known).allSatisfy { !possible.contains($0) })
        #expect(status.warnings.allSatisfy { !possible.contains($0.zone.code ?? "") })
    }

    @Test(
        "A text without its form is unknown everywhere, and never no warning",
        arguments: [
            "o 없\u{FFFD}\u{FFFD}", "o 호우 : 서울", "o 호우경보", "o \u{FFFD}\u{FFFD}경보 : 서울", "o 호우경보 :",
            "o 호우주의보 → 호우경보 : 서울", "o 호우주의보에서호우경보 : 서울", "o 호\u{FFFD}주의보 : 서울", "o \u{FFFD}우주의보 : 서울",
            "o 경보 : 서울", "해당 없음",
        ]
    )
    func unreadable(text: String) throws {
        let status = try Self.status(text)
        #expect(status.warnings.isEmpty)
        #expect(status.unresolved.first?.zones.count == WarningZones.ofKorea.leaves.count)
    }

    @Test("A preliminary warning has the time it may begin at")
    func preliminary() throws {
        let status = try Self.status(
            "o 없음",
            "(1) 풍랑 예비특보\r\no 09월 26일 새벽(00시~06시) : 제주도(제주도남쪽바깥먼바다)\r\n"
                + "o 09월 27일 오후 : 울릉도.독도\r\n(2) 대설 예비특보\r\no 10월 02일 밤(18시~24시) : 서울"
        )
        #expect(status.unresolved.isEmpty)
        #expect(status.warnings.allSatisfy { $0.level == .preliminary })
        let starts = status.warnings.map { $0.effectiveAt.map { KoreanTime($0).compact } }
        #expect(starts.prefix(3) == ["202609260000", "202609271200", "202610021800"])
        #expect(status.warnings.allSatisfy { $0.issuedAt == KoreanTime.instant(compact: "202609261000") })
        #expect(Self.zones(status)["풍랑 예비특보"] == ["제주도남쪽바깥먼바다", "울릉도.독도"])
    }

    @Test("A title without entries is unknown everywhere, and a title needs neither bullet nor number")
    func titles() throws {
        let bare = try Self.status("o 없음", "풍랑 예비특보\r\no 09월 26일 밤 : 태백\r\n대설 예비특보\r\n09월 27일 밤 : 서울")
        #expect(bare.unresolved.isEmpty && Set(bare.warnings.map(\.kind)) == [.highSeas, .heavySnow])
        let glued = try Self.status("o 없음", "(1)풍랑 예비특보 o09월 26일 밤 : 태백 (2)대설 예비특보 o09월 27일 09:30 : 서울")
        #expect(glued.unresolved.isEmpty && glued.warnings.count == 5)
        #expect(glued.warnings.last?.effectiveAt == KoreanTime.instant(compact: "202609270930"))
        for text in ["(1) 풍랑 예비특보", "(1) 풍랑 예비특보\r\n(2) 대설 예비특보\r\no 09월 27일 밤 : 서울"] {
            #expect(try Self.status("o 없음", text).unresolved.count == 1)
        }
    }

    @Test("An answer without its text is malformed")
    func withoutText() throws {
        #expect(throws: FeedError.self) {
            try FeedRequest.warnings(gateway: Wire.gateway())
                .read(Wire.answer(Wire.service(fields: #""t7":"o 없음""#)), Wire.issue)
        }
    }

    @Test(
        "Two entries on one line, and a head that names a zone, are unknown for all and warn of nothing",
        arguments: [
            "o 호우경보 : 서울(서울동북권)o 강풍주의보 : 부산", "o 호우경보 : 서울(서울동북권) / 강풍주의보 : 부산",
            "o 서울·부산주의보 : 대구",
        ]
    )
    func twoEntries(text: String) throws {
        let status = try Self.status(text)
        #expect(status.warnings.isEmpty)
        let zones = Set(status.unresolved.flatMap(\.zones))
        #expect(
            zones.count == (text.hasSuffix("대구") ? 2 : WarningZones.ofKorea.leaves.count)
                || text.hasSuffix("대구")
        )
    }

    @Test(
        "Remains of a page and an escaped line break part two entries, and a full stop ends a list",
        arguments: ["<br>", "<br />\r\n", #"\n"#, #"\r\n"#, "&lt;br/&gt;"]
    )
    func markup(lineBreak: String) throws {
        let status = try Self.status("o 호우경보 : 서울동북권\(lineBreak)o 강풍주의보 : 부산동부&#44; 울산서부.")
        #expect(status.unresolved.isEmpty)
        #expect(status.warnings.map(\.zone.name) == ["서울동북권", "부산동부", "울산서부"])
    }

    @Test(
        "Lines below an unreadable title are none of the title before it",
        arguments: ["(2) 대\u{FFFD}\u{FFFD} 예비특보", "(2) 대설 예비특보 발표", "(2) 대설 예비특보(강원)"]
    )
    func unreadableTitle(title: String) throws {
        let text =
            "(1) 강풍 예비특보\r\no 10월 05일 새벽(00시~06시) : 부산\r\n\(title)\r\n"
            + "o 10월 06일 새벽(00시~06시) : 강원도(태백)"
        let status = try Self.status("o 없음", text)
        #expect(Set(status.warnings.map(\.kind)) == [.strongWind])
        #expect(!status.warnings.contains { $0.zone.name.contains("태백") })
        #expect(!status.unresolved.isEmpty && !status.unresolved.contains { $0.text.contains("강풍") })
    }

    @Test("A text of the portal is older than one announced after it, and the hub's rows never are")
    func older() throws {
        for (gateway, isOlder) in [(KMAGateway.Kind.dataPortal, true), (.hub, false)] {
            let request = FeedRequest.warnings(gateway: try Wire.gateway(gateway))
            let (earlier, later) = (
                WarningStatus(warnings: [], issuedAt: Wire.issue),
                WarningStatus(warnings: [], issuedAt: Wire.issue + 60)
            )
            #expect(request.isOlder(earlier, later) == isOlder && !request.isOlder(later, earlier))
            #expect(!request.isOlder(earlier, earlier))
        }
    }
}

@Suite("The alerts of places")
struct PlaceAlertTests {
    /// Alerts of a place by what is in force, each as its label and zones.
    private func alerts(_ text: String, at place: String) throws -> [String: [String]]? {
        var reader = WarningTextReader()
        _ = reader.read(text)
        var readings = Readings()
        readings.warnings = reader.status
        let zones = try Gazetteer.place(named: place).warningZones.map(\.code)
        let alerts = [Alert](readings.warnings(in: zones, at: Wire.issue), zones: zones)
        return alerts.map { alerts in
            Dictionary(
                uniqueKeysWithValues: alerts.map { alert in
                    (alert.label.korean + (alert.coversAll ? "" : " 일부"), alert.zones.map(\.name))
                }
            )
        }
    }

    private static let tenOClock =
        "o 강풍주의보 : 전라남도(거문도.초도), 제주도(추자도, 서귀포시남부 제외)\r\n"
        + "o 풍랑주의보 : 남해서부동쪽먼바다\r\no 호우주의보 : 제주도(추자도, 서귀포시서부 제외)"
    private static let nineOClock =
        "o 강풍주의보 : 전라남도(거문도.초도, 완도여서도), 제주도(서귀포시남부 제외)\r\n"
        + "o 풍랑주의보 : 남해서부서쪽먼바다, 남해서\u{FFFD}\u{FFFD}동쪽먼바다\r\n"
        + "o 호우주의보 : 전라남도(거문도.초도), 제주도(제주도산지, 제주시북부, 제주시동부, 제주시중산간)"

    @Test("Recorded texts of 2026-09-26 become the alerts of five places")
    func recorded() throws {
        for text in [Self.nineOClock, Self.tenOClock, "o 없 음"] {
            for place in ["서울특별시 동작구", "김천시", "울릉군"] {
                #expect(try alerts(text, at: place) == [:], "\(place)")
            }
        }
        #expect(try alerts(Self.nineOClock, at: "완도군") == ["강풍주의보 일부": ["완도군여서도"]])
        #expect(try alerts(Self.tenOClock, at: "완도군") == [:])
        #expect(
            try alerts(Self.nineOClock, at: "제주시") == [
                "강풍주의보": ["제주도산지", "추자도", "제주시서부", "제주시북부", "제주시동부", "제주시중산간"],
                "호우주의보 일부": ["제주도산지", "제주시북부", "제주시동부", "제주시중산간"],
            ]
        )
        #expect(
            try alerts(Self.tenOClock, at: "제주시") == [
                "강풍주의보 일부": ["제주도산지", "제주시서부", "제주시북부", "제주시동부", "제주시중산간"],
                "호우주의보 일부": ["제주도산지", "제주시서부", "제주시북부", "제주시동부", "제주시중산간"],
            ]
        )
    }

    @Test("A district of which a part is warned says which, and a warning of its province covers it")
    func parts() throws {
        let partly = try alerts("o 호우경보 : 경상북도(김천북부)", at: "김천시")
        #expect(partly == ["호우경보 일부": ["김천시북부"]])
        #expect(try alerts("o 호우경보 : 경상북도", at: "김천시") == ["호우경보": ["김천시북부", "김천시남부"]])
        #expect(try alerts("o 호우경보 : 경상북도(김천북부)", at: "김천시 조마면") == [:])
        #expect(try alerts("o 폭염경보 : 서울(서울서남권)", at: "서울특별시 동작구") == ["폭염경보": ["서울서남권"]])
    }

    @Test("A garbled name never reads as no warning")
    func unknown() throws {
        let text = "o 호우경보 : 경상북도(김천\u{FFFD}\u{FFFD})"
        #expect(try alerts(text, at: "김천시") == nil)
        #expect(try alerts(text, at: "울릉군") == [:])
        let known = try alerts("o 호우경보 : 경상북도(김천\u{FFFD}\u{FFFD}, 김천남부)", at: "김천시")
        #expect(known == ["호우경보 일부": ["김천시남부"]])
    }
}
