import Forecast
import Testing

@testable import Settings

@Suite("Errors of settings")
struct SettingsErrorTests {
    private struct NoFile: Error {}

    @Test(
        "A malformed value is refused with the name of its setting",
        arguments: [
            (.kmaGateway, ["seCret", "data.go.kr ", "APIHUB", "https://apis.data.go.kr"]),
            (
                .kmaBaseURL,
                [
                    "seCret", "ftp://seCret", "apis.data.go.kr", "http://", "https:///seCret",
                    "http://h?a=seCret",
                ]
            ),
            (
                .openWeatherBaseURL,
                ["seCret", "api.openweathermap.org", "https://", "https://h/?appid=seCret"]
            ),
            (
                .now,
                [
                    "seCret", "2026-10-04", "15:00", "1791093600", "2026-10-04T15:00:00",
                    "2026-13-04T15:00:00+09:00",
                    "2026-10-04T15:00:00+09:00 seCret", "2026-02-30T15:00:00+09:00",
                    "2026-10-04T25:00:00+09:00",
                    "2026-10-04T15:61:00+09:00", "2026-10-04T15:00:00Z-",
                ]
            ),
            (.language, ["seCret", "kr", "ko-KR", "koreanisch"]),
            (.timeout, ["seCret", "0", "-1", "301", "nan", "inf", "10s", "1,5"]),
            (.port, ["seCret", "-1", "65536", "80.5", "http", "8080 "]),
            (
                .contact,
                [
                    "seCret\r\nX-Key: 1", "seCret)", "(seCret", "se\\Cret", "운영자 seCret", "seCret\u{0}",
                    String(repeating: "seCret", count: 40),
                ]
            ),
            (.kmaServiceKeyFile, ["/run/seCret"]),
            (.openWeatherKeyFile, ["/run/seCret"]),
        ] as [(SettingName, [String])]
    )
    func malformed(name: SettingName, values: [String]) {
        for value in values {
            let error = #expect(throws: SettingsError.self, "\(name.rawValue)=\(value)") {
                _ = try Settings(environment: [name.rawValue: value]) { _ in throw NoFile() }
            }
            #expect(error?.name == name)
        }
    }

    @Test(
        "The message names the setting in both languages, and never its value",
        arguments: SettingName.allCases
    )
    func words(name: SettingName) {
        // Of the names that take any value there is no error.
        let anything: Set<SettingName> = [
            .contact,
            .kmaServiceKey, .airKoreaServiceKey, .openWeatherKey, .cacheDirectory, .ledger, .hubKey, .area,
            .host, .webhookSecret, .rules,
            // Without a cluster nobody looks at them.
            .clusterAuthority, .clusterCertificate, .clusterPrivateKey, .clusterUser, .clusterPasswordFile,
            .clusterTimeout,
        ]
        do {
            _ = try Settings(environment: [name.rawValue: "seCret://"]) { _ in throw NoFile() }
            #expect(anything.contains(name))
        } catch {
            #expect(!anything.contains(name))
            for text in [error.message.korean, error.message.english] {
                #expect(text.contains(name.rawValue))
                #expect(!text.contains("seCret"))
            }
            #expect(!"\(error)".contains("seCret"))
        }
    }

    @Test(
        "The address of a request is no key, in a variable and in a file",
        arguments: [
            "https://apis.data.go.kr/1360000/MidFcstInfoService/getMidTa?serviceKey=seCret&regId=1",
            "HTTPS://api.openweathermap.org/data/2.5/weather?appid=seCret",
            "apihub.kma.go.kr/x?authKey=seCret",
            " http://h/seCret ", "serviceKey=seCret&regId=1",
        ],
        [
            (SettingName.kmaServiceKey, SettingName.kmaServiceKeyFile),
            (.openWeatherKey, .openWeatherKeyFile),
            (.airKoreaServiceKey, .airKoreaServiceKeyFile), (.hubKey, .hubKeyFile),
        ]
    )
    func addressAsKey(address: String, names: (SettingName, SettingName)) {
        let places: [(SettingName, String)] = [(names.0, address), (names.1, "/run/key")]
        for (name, value) in places {
            let error = #expect(throws: SettingsError.self) {
                _ = try Settings(environment: [name.rawValue: value]) { _ in address }
            }
            #expect(error?.name == name)
            #expect(
                error?.message.korean.contains("serviceKey=") == true
                    && "\(error as Any)".contains("seCret") == false
            )
        }
    }

    @Test(
        "The time for an operation of etcd is above 0 and at most 2 seconds",
        arguments: ["0", "-1", "2.5", "x"]
    )
    func clusterTimeout(value: String) throws {
        let environment = ["KMA_CLUSTER": "http://localhost:2379", "KMA_CLUSTER_TIMEOUT": value]
        let error = #expect(throws: SettingsError.self) {
            _ = try Settings(environment: environment) { _ in "" }
        }
        #expect(error?.name == .clusterTimeout)
        let settings = try Settings(environment: environment.merging(["KMA_CLUSTER_TIMEOUT": "2"]) { $1 }) {
            _ in ""
        }
        #expect(settings.cluster?.timeout == .seconds(2))
    }

    @Test("Blanks around the addresses of etcd's members mean nothing, and a comma alone is no address")
    func clusterAddresses() throws {
        let (one, two) = ("http://etcd-1:2379", "http://etcd-2:2379")
        for list in ["\(one),\(two)", "\(one) ,\(two)", " \(one) , \(two)\t", "\(one),\(two),"] {
            let settings = try Settings(environment: ["KMA_CLUSTER": list]) { _ in "" }
            #expect(settings.cluster?.endpoints == [one, two], "\(list)")
        }
        for list in [",", " ", " , ,", "\(one),x"] {
            let error = #expect(throws: SettingsError.self) {
                _ = try Settings(environment: ["KMA_CLUSTER": list]) { _ in "" }
            }
            #expect(error?.name == .cluster, "\(list)")
        }
    }

    @Test(
        "A certificate and its key, and a name and its password, are set together",
        arguments: [.clusterCertificate, .clusterPrivateKey, .clusterUser, .clusterPasswordFile]
            as [SettingName]
    )
    func clusterPairs(name: SettingName) {
        let environment = ["KMA_CLUSTER": "https://localhost:2379", name.rawValue: "/etc/hostname"]
        let error = #expect(throws: SettingsError.self) {
            _ = try Settings(environment: environment) { _ in "" }
        }
        #expect(error?.name == name)
    }

    @Test("A malformed address is refused even without a key to use it with")
    func withoutKey() {
        #expect(throws: SettingsError.self) {
            _ = try Settings(environment: ["KMA_BASE_URL": "nonsense"]) { _ in "" }
        }
    }

    @Test(
        "Values at the edge of what is allowed are taken",
        arguments: [
            (.timeout, "0.1"), (.timeout, "300"), (.port, "0"), (.port, "65535"),
            (.kmaBaseURL, "http://localhost"),
            (.kmaBaseURL, "https://[::1]:8080/a/b"), (.now, "2026-10-04T06:00:00Z"),
            (.now, "2028-02-29T06:00:00.5+0900"),
            (.now, "2026-10-03T23:00:00-07:00"),
        ] as [(SettingName, String)]
    )
    func edges(name: SettingName, value: String) throws {
        _ = try Settings(environment: [name.rawValue: value]) { _ in "" }
    }
}
