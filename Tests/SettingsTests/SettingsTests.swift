import Feeds
import Forecast
import Foundation
import Testing

@testable import Settings

@Suite("Settings")
struct SettingsTests {
    private func settings(_ environment: [String: String] = [:], dotEnv: String = "") throws -> Settings {
        try Settings(environment: environment, dotEnv: DotEnv(dotEnv)) { path in
            guard path == "/run/secrets/key" else { throw CocoaError(.fileReadNoSuchFile) }
            return "keyInFile\n"
        }
    }

    @Test("Without any setting everything has its default and no feed has a key")
    func defaults() throws {
        let settings = try settings(["HOME": "/home/someone"])
        #expect(settings.kma == nil)
        #expect(settings.openWeather == nil)
        #expect(settings.cacheDirectory == "/home/someone/.cache/kma")
        #expect(settings.fixedNow == nil)
        #expect(settings.area == nil)
        #expect(settings.language == .korean)
        #expect(settings.timeout == .seconds(10))
        #expect(settings.contact == nil)
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8080)
    }

    @Test("With a key alone, the gateways have their official addresses")
    func addresses() throws {
        let keys = ["KMA_SERVICE_KEY": "abc", "OPENWEATHER_API_KEY": "def"]
        let portal = try settings(keys)
        #expect(portal.kma?.kind == .dataPortal)
        #expect(portal.kma?.baseURL == "https://apis.data.go.kr/1360000")
        #expect(portal.kma?.key == ServiceKey("abc"))
        #expect(portal.openWeather?.baseURL == "https://api.openweathermap.org")
        #expect(portal.openWeather?.key == ServiceKey("def"))
        let hub = try settings(keys.merging(["KMA_GATEWAY": "apihub"]) { $1 })
        #expect(hub.kma?.kind == .hub)
        #expect(hub.kma?.baseURL == "https://apihub.kma.go.kr/api/typ02/openApi")
    }

    @Test("Every setting is read from the environment and from .env alike", arguments: [false, true])
    func all(fromFile: Bool) throws {
        let values = [
            "KMA_SERVICE_KEY": "abc%2B", "OPENWEATHER_API_KEY": "def", "KMA_GATEWAY": "apihub",
            "KMA_BASE_URL": "http://127.0.0.1:9000/kma/", "OPENWEATHER_BASE_URL": "http://127.0.0.1:9000",
            "KMA_CACHE_DIR": "/tmp/elsewhere", "KMA_NOW": "2026-10-04T15:00:00+09:00",
            "KMA_AREA": "성남시 분당구", "KMA_LANG": "en", "KMA_CONTACT": "ops@example.com", "KMA_TIMEOUT": "2.5",
            "KMA_HOST": "0.0.0.0",
            "KMA_PORT": "9090", "KMA_METRICS_PORT": "9091",
        ]
        let lines = values.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        let settings = try fromFile ? settings(dotEnv: lines) : settings(values)
        #expect(settings.kma?.key == ServiceKey("abc%2B"))
        #expect(settings.kma?.kind == .hub)
        #expect(settings.kma?.baseURL == "http://127.0.0.1:9000/kma")
        #expect(settings.openWeather?.baseURL == "http://127.0.0.1:9000")
        #expect(settings.openWeather?.key == ServiceKey("def"))
        #expect(settings.cacheDirectory == "/tmp/elsewhere")
        #expect(settings.fixedNow == KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15))
        #expect(settings.area == "성남시 분당구")
        #expect(settings.language == .english)
        #expect(settings.timeout == .seconds(2.5))
        #expect(settings.contact == "ops@example.com")
        #expect(settings.host == "0.0.0.0")
        #expect(settings.port == 9090)
        #expect(settings.metricsPort == 9091)
    }

    @Test(
        "A cache folder in `~` is in the home folder, and `~` stands for nothing else",
        arguments: [
            ("~", "/home/kim"), ("~/", "/home/kim/"), ("~/.kma", "/home/kim/.kma"), ("~kim/x", "~kim/x"),
            ("/srv/~/x", "/srv/~/x"), ("cache", "cache"),
        ]
    )
    func homeFolder(value: String, folder: String) throws {
        #expect(try settings(["HOME": "/home/kim", "KMA_CACHE_DIR": value]).cacheDirectory == folder)
        #expect(
            try settings(["HOME": "/home/kim"], dotEnv: "KMA_CACHE_DIR=\(value)").cacheDirectory == folder
        )
    }

    @Test("The environment comes before .env, and an empty value counts as none")
    func precedence() throws {
        #expect(try settings(["KMA_AREA": "부산"], dotEnv: "KMA_AREA=서울").area == "부산")
        #expect(try settings(["KMA_AREA": ""], dotEnv: "KMA_AREA=서울").area == "서울")
        #expect(try settings(["KMA_AREA": ""]).area == nil)
        #expect(try settings(["KMA_SERVICE_KEY": ""]).kma == nil)
        #expect(
            try settings(["KMA_LANG": "", "KMA_TIMEOUT": "", "KMA_PORT": "", "KMA_NOW": ""]).port == 8080
        )
    }

    @Test(
        "An address of .env counts only with a key that stands in the same .env",
        arguments: [
            // Key exported, or in a file that .env names: the address is not followed.
            (["KMA_SERVICE_KEY": "abc"], "", false),
            (["KMA_SERVICE_KEY_FILE": "/run/secrets/key"], "", false),
            ([:], "KMA_SERVICE_KEY_FILE=/run/secrets/key", false),
            // The environment's key goes before that of .env.
            (["KMA_SERVICE_KEY": "abc"], "KMA_SERVICE_KEY=def", false),
            ([:], "KMA_SERVICE_KEY=def", true),
        ] as [([String: String], String, Bool)]
    )
    func addressFromFile(environment: [String: String], keyLine: String, counts: Bool) throws {
        let both = { (text: String) in
            text.replacing("KMA_SERVICE_KEY", with: "OPENWEATHER_API_KEY")
        }
        let kma = try settings(environment, dotEnv: "KMA_BASE_URL=https://example.com/kma\n" + keyLine)
        #expect(kma.ignoredAddresses == (counts ? [] : [.kmaBaseURL]))
        #expect(kma.kma?.baseURL == (counts ? "https://example.com/kma" : "https://apis.data.go.kr/1360000"))
        let openWeather = try settings(
            Dictionary(uniqueKeysWithValues: environment.map { (both($0.key), $0.value) }),
            dotEnv: "OPENWEATHER_BASE_URL=https://example.com\n" + both(keyLine)
        )
        #expect(
            openWeather.openWeather?.baseURL
                == (counts ? "https://example.com" : "https://api.openweathermap.org")
        )
    }

    @Test("An address of the environment counts with a key from anywhere")
    func addressFromEnvironment() throws {
        let address = ["KMA_BASE_URL": "http://example.com/kma"]
        #expect(try settings(address, dotEnv: "KMA_SERVICE_KEY=abc").kma?.baseURL == "http://example.com/kma")
        let hub = try settings(["KMA_SERVICE_KEY": "abc"], dotEnv: "KMA_GATEWAY=apihub")
        #expect(hub.kma?.baseURL == "https://apihub.kma.go.kr/api/typ02/openApi")
    }

    @Test(
        "A key goes over plain http to another machine only by an address of the environment",
        arguments: [
            ("http://example.com", false), ("http://10.0.0.1:8080", false),
            ("http://127.0.0.1.example.com", false), ("http://localhost.example.com", false),
            ("http://127.0.0.1:9000", true), ("http://localhost/kma", true), ("http://[::1]:9000", true),
            ("https://example.com", true),
        ]
    )
    func plainHTTP(address: String, isAllowed: Bool) throws {
        for (name, key) in [
            ("KMA_BASE_URL", "KMA_SERVICE_KEY"), ("OPENWEATHER_BASE_URL", "OPENWEATHER_API_KEY"),
            ("AIRKOREA_BASE_URL", "AIRKOREA_SERVICE_KEY"), ("AIRKOREA_BASE_URL", "KMA_SERVICE_KEY"),
        ] {
            #expect(throws: Never.self) { try settings([name: address, key: "abc"]) }
            let lines = "\(name)=\(address)\n\(key)=abc"
            guard !isAllowed else {
                #expect(throws: Never.self) { try settings(dotEnv: lines) }
                continue
            }
            let error = #expect(throws: SettingsError.self) { try settings(dotEnv: lines) }
            #expect(error?.name.rawValue == name)
            #expect(error?.message.english.contains("example.com") == false)
        }
    }

    @Test(
        "에어코리아 takes KMA's key where that is one of data.go.kr, and a key of its own before that",
        arguments: [
            (["KMA_SERVICE_KEY": "shared"], "shared"),
            (["KMA_SERVICE_KEY": "shared", "AIRKOREA_SERVICE_KEY": "own"], "own"),
            (["KMA_SERVICE_KEY": "hub", "KMA_GATEWAY": "apihub"], nil),
            (["KMA_SERVICE_KEY": "hub", "KMA_GATEWAY": "apihub", "AIRKOREA_SERVICE_KEY": "own"], "own"),
            (["AIRKOREA_SERVICE_KEY_FILE": "/run/secrets/key"], "keyInFile"),
        ] as [([String: String], String?)]
    )
    func airKorea(environment: [String: String], key: String?) throws {
        let airKorea = try settings(environment).airKorea
        #expect(airKorea?.key == key.flatMap { ServiceKey($0) })
        #expect(airKorea.map { $0.baseURL == "https://apis.data.go.kr/B552584" } ?? (key == nil))
    }

    @Test("An address of 에어코리아 in .env counts only with the key that is sent there")
    func airKoreaAddress() throws {
        let line = "AIRKOREA_BASE_URL=https://example.com/air\n"
        let shared = try settings(["KMA_SERVICE_KEY": "abc"], dotEnv: line)
        #expect(shared.airKorea?.baseURL == AirKoreaGateway.defaultBaseURL)
        #expect(shared.ignoredAddresses == [.airKoreaBaseURL])
        let own = try settings(["KMA_SERVICE_KEY": "abc"], dotEnv: line + "AIRKOREA_SERVICE_KEY=def")
        #expect(own.airKorea?.baseURL == "https://example.com/air" && own.ignoredAddresses == [])
    }

    @Test("A key may stand in a file, and one that is set itself comes before it")
    func keyFiles() throws {
        let files = [
            "KMA_SERVICE_KEY_FILE": "/run/secrets/key", "OPENWEATHER_API_KEY_FILE": "/run/secrets/key",
        ]
        let fromFile = try settings(files)
        #expect(fromFile.kma?.key == ServiceKey("keyInFile"))
        #expect(fromFile.openWeather?.key == ServiceKey("keyInFile"))
        let own = try settings(files.merging(["OPENWEATHER_API_KEY": "own"]) { $1 })
        #expect(own.openWeather?.key == ServiceKey("own"))
        #expect(try settings(files, dotEnv: "KMA_SERVICE_KEY=own").kma?.key == ServiceKey("own"))
    }

    @Test("An empty file of a key is no key, as an empty value is none", arguments: ["", "\n", " \r\n\n"])
    func emptyKeyFiles(text: String) throws {
        let files = ["KMA_SERVICE_KEY_FILE": "/key", "OPENWEATHER_API_KEY_FILE": "/empty"]
        let settings = try Settings(environment: files) { path in path == "/key" ? "s3" : text }
        #expect(settings.kma?.key == ServiceKey("s3") && settings.openWeather == nil)
    }

    @Test(
        "Of a file with a secret the first line counts that is not blank",
        arguments: ["s3", "\n\r\n  \ns3\nmore"]
    )
    func secretFiles(text: String) throws {
        let files = [
            "KMA_SERVICE_KEY_FILE": "/key", "KMA_WEBHOOK_SECRET_FILE": "/secret",
            "KMA_CLUSTER": "https://etcd:2379", "KMA_CLUSTER_USER": "kma",
            "KMA_CLUSTER_PASSWORD_FILE": "/password",
        ]
        let settings = try Settings(environment: files) { _ in text }
        #expect(settings.kma?.key == ServiceKey("s3") && settings.webhookSecret == "s3")
        #expect(settings.cluster?.password == "s3")
    }

    @Test(
        "Answers are stored in KMA_CACHE_DIR, else below XDG_CACHE_HOME, else below the home",
        arguments: [
            (["XDG_CACHE_HOME": "/var/xdg", "HOME": "/home/a"], "/var/xdg/kma"),
            (["XDG_CACHE_HOME": "relative", "HOME": "/home/a"], "/home/a/.cache/kma"),
            (["XDG_CACHE_HOME": "", "HOME": "/home/a"], "/home/a/.cache/kma"),
            (["KMA_CACHE_DIR": "/here", "XDG_CACHE_HOME": "/var/xdg"], "/here"),
        ]
    )
    func cacheDirectory(environment: [String: String], path: String) throws {
        #expect(try settings(environment).cacheDirectory == path)
    }

    @Test("Without a home there is still a folder for answers")
    func homeless() throws {
        #expect(try settings().cacheDirectory.wholeMatch(of: /\/.*\/\.cache\/kma/) != nil)
    }

    @Test("Settings that are printed show no key")
    func hidden() throws {
        let settings = try settings(["KMA_SERVICE_KEY": "seCret", "OPENWEATHER_API_KEY": "seCret"])
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(![dumped, "\(settings)", String(reflecting: settings)].contains { $0.contains("seCret") })
    }

    @Test("Settings missing in .env are read from the person's own file, and each names its file")
    func userFile() throws {
        let settings = try Settings(
            environment: ["KMA_AREA": "부산"],
            dotEnv: DotEnv("KMA_AREA=서울\nKMA_LANG=en"),
            userFile: DotEnv("KMA_AREA=제주\nKMA_LANG=ko\nKMA_SERVICE_KEY=abc", path: "/home/kim/env"),
            readFile: { _ in "" }
        )
        #expect(settings.area == "부산")
        #expect(settings.language == .english)
        #expect(settings.kma?.key == ServiceKey("abc"))
        #expect(settings.files == [.language: ".env", .kmaServiceKey: "/home/kim/env"])
    }

    @Test("An address of one file does not count with a key of the other", arguments: [true, false])
    func addressOfAnotherFile(isKeyInDotEnv: Bool) throws {
        let (key, address) = ("KMA_SERVICE_KEY=abc", "KMA_BASE_URL=https://example.com/kma")
        let settings = try Settings(
            environment: [:],
            dotEnv: DotEnv(isKeyInDotEnv ? key : address),
            userFile: DotEnv(isKeyInDotEnv ? address : key, path: "/home/kim/env"),
            readFile: { _ in "" }
        )
        #expect(settings.kma?.baseURL == KMAGateway.Kind.dataPortal.baseURL)
        #expect(settings.ignoredAddresses == [.kmaBaseURL])
    }

    @Test("A value that cannot be used is told with its file")
    func fileOfError() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings(
                environment: [:],
                userFile: DotEnv("KMA_PORT=many", path: "/home/kim/env"),
                readFile: { _ in "" }
            )
        }
        #expect(error?.message.korean.contains("/home/kim/env") == true)
        #expect(error?.message.english.contains("/home/kim/env") == true)
    }

    @Test(
        "Without KMA_LANG the locale decides: English where it is English, else Korean",
        arguments: [
            ([:], Language.korean), (["LANG": "C"], .korean), (["LANG": "de_DE.UTF-8"], .korean),
            (["LANG": "en_US.UTF-8"], .english), (["LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"], .korean),
            (["LC_ALL": "", "LC_MESSAGES": "en_GB", "LANG": "ko_KR"], .english),
            (["LC_ALL": "en_US", "KMA_LANG": "ko"], .korean),
        ] as [([String: String], Language)]
    )
    func locale(environment: [String: String], language: Language) throws {
        #expect(try settings(environment).language == language)
    }
}
