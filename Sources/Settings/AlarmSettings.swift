import Forecast

extension Settings {
    /// The secret, else that of its file, without the line end.
    static func webhookSecret(
        _ values: SettingValues,
        _ readFile: (String) throws -> String
    ) throws(SettingsError) -> String? {
        if let secret = values[.webhookSecret] { return secret }
        guard let path = values[.webhookSecretFile] else { return nil }
        let expected = LocalizedText(
            "읽을 수 있고 비밀이 든 파일이어야 합니다.",
            "it must name a file that can be read and holds a secret."
        )
        let text: String
        do {
            text = try readFile(path)
        } catch {
            throw SettingsError(name: .webhookSecretFile, expected: expected)
        }
        guard let secret = secret(in: text) else {
            throw SettingsError(name: .webhookSecretFile, expected: expected)
        }
        return secret
    }

    /// The secret that a file holds: its first line that is not blank. Some editors leave an empty one in front.
    static func secret(in text: String) -> String? {
        text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    }

    static func allowsPrivate(_ value: String?) throws(SettingsError) -> Bool {
        guard let value else { return false }
        guard ["allow", "refuse"].contains(value) else {
            throw SettingsError(
                name: .webhookPrivate,
                expected: LocalizedText("allow 또는 refuse여야 합니다.", "it must be allow or refuse.")
            )
        }
        return value == "allow"
    }

    /// The folder beside the ledger, also where none is kept.
    static func alarmFolder(beside ledger: String?, _ environment: [String: String]) -> String? {
        let ledger = ledger ?? ledgerPath(nil, environment)
        return ledger.flatMap { path in path.lastIndex(of: "/").map { path[...$0] + "alarms" } ?? "alarms" }
    }
}
