import Forecast
import KMAForecast

extension StoreProblem {
    /// Problem of the cache folder: its cost and remedy.
    public func notice(about folder: String) -> LocalizedText {
        switch self {
        case .unusable(let reason):
            LocalizedText(
                "\(folder)에 쓸 수 없습니다(\(reason)). 받은 자료와 호출 수가 저장되지 않으니 KMA_CACHE_DIR을 쓸 수 있는 폴더로 바꿔 주세요.",
                "Cannot write to \(folder) (\(reason)). Answers and call counts are not stored; set KMA_CACHE_DIR to a writable folder."
            )
        case .full:
            LocalizedText(
                "\(folder)의 디스크가 가득 찼습니다. 받은 자료와 호출 수가 저장되지 않으니 디스크에 자리를 비워 주세요.",
                "The disk of \(folder) is full. Answers and call counts are not stored; make room on it."
            )
        case .locked:
            LocalizedText(
                "다른 프로그램이 \(folder)/cache.db를 쓰고 있어 잠시 저장하지 못합니다. 곧 다시 씁니다.",
                "Another program is writing \(folder)/cache.db, so nothing is stored for a moment. It is tried again soon."
            )
        case .foreign:
            LocalizedText(
                "\(folder)/cache.db는 다른 프로그램의 파일이어서 그대로 두었습니다. KMA_CACHE_DIR을 다른 폴더로 바꿔 주세요.",
                "\(folder)/cache.db is another program's file and was left as it is. Set KMA_CACHE_DIR to another folder."
            )
        case .libraryMissing:
            LocalizedText(
                "SQLite(libsqlite3.so.0)가 없어 받은 자료와 호출 수가 저장되지 않습니다. Debian, Ubuntu: apt install libsqlite3-0",
                "SQLite (libsqlite3.so.0) is missing, so answers and call counts are not stored. Debian, Ubuntu: apt install libsqlite3-0"
            )
        case .newerVersion:
            LocalizedText(
                "\(folder)/cache.db는 더 새로운 버전이 만든 파일이어서 쓰지 않습니다. 받은 자료와 호출 수가 저장되지 않으니 새 버전을 쓰거나 KMA_CACHE_DIR을 다른 폴더로 바꿔 주세요.",
                "\(folder)/cache.db was written by a newer version and is not used. Answers and call counts are not stored; use the newer version, or set KMA_CACHE_DIR to another folder."
            )
        case .damaged(let path?):
            LocalizedText(
                "손상된 캐시 파일을 \(path)\(path.particle("으로", "로")) 옮기고 새로 만들었습니다. 호출 수는 읽을 수 있는 만큼 이어서 셉니다.",
                "The cache file was damaged; it is now \(path), and a new one was made. The counts of calls that could be read go on."
            )
        case .damaged(nil):
            LocalizedText(
                "캐시 파일 \(folder)/cache.db가 손상되었고 옮길 수도 없습니다. KMA_CACHE_DIR을 다른 폴더로 바꿔 주세요.",
                "The cache file \(folder)/cache.db is damaged and cannot be moved. Set KMA_CACHE_DIR to another folder."
            )
        }
    }

    /// Problem of the record's file: its cost and remedy.
    public func notice(aboutLedger path: String) -> LocalizedText {
        switch self {
        case .unusable(let reason):
            LocalizedText(
                "예보 기록을 \(path)에 쓸 수 없습니다(\(reason)). KMA_LEDGER를 쓸 수 있는 파일로 바꾸거나 off로 꺼 주세요.",
                "Cannot write the forecast record to \(path) (\(reason)). Set KMA_LEDGER to a file that can be written, or to off."
            )
        case .full:
            LocalizedText(
                "예보 기록 \(path)의 디스크가 가득 차 남기지 못했습니다. 디스크에 자리를 비워 주세요.",
                "The disk of the forecast record \(path) is full, so nothing was recorded. Make room on it."
            )
        case .locked:
            LocalizedText(
                "다른 프로그램이 예보 기록 \(path)\(path.particle("을", "를")) 쓰고 있어 이번에는 남기지 못했습니다. 받은 예보는 캐시에 있고 다음에 남깁니다.",
                "Another program is writing the forecast record \(path). What was read is in the cache and is recorded next time."
            )
        case .foreign:
            LocalizedText(
                "\(path)\(path.particle("은", "는")) 다른 프로그램의 파일이거나 예보 기록이 아니어서 그대로 두었습니다. KMA_LEDGER를 다른 파일로 바꿔 주세요.",
                "\(path) is another program's file, or no record of forecasts, and was left as it is. Set KMA_LEDGER to another file."
            )
        case .libraryMissing:
            LocalizedText(
                "SQLite(libsqlite3.so.0)가 없어 예보 기록을 남기지 못합니다. Debian, Ubuntu: apt install libsqlite3-0",
                "SQLite (libsqlite3.so.0) is missing, so no forecast record is kept. Debian, Ubuntu: apt install libsqlite3-0"
            )
        case .newerVersion:
            LocalizedText(
                "예보 기록 \(path)\(path.particle("은", "는")) 더 새로운 버전이 만든 파일이어서 아는 만큼만 읽고 쓰지 않습니다. 새 버전을 쓰거나 KMA_LEDGER를 다른 파일로 바꿔 주세요.",
                "The forecast record \(path) was written by a newer version: it is read as far as it is understood, and not written. Use the newer version, or set KMA_LEDGER to another file."
            )
        case .damaged(nil):
            LocalizedText(
                "예보 기록 \(path)\(path.particle("이", "가")) 손상되어 모두 읽을 수 없습니다. 파일은 그대로 두었습니다. sqlite3 .recover로 되살릴 수 있습니다.",
                "The forecast record \(path) is damaged and cannot be read whole. It was left as it is; sqlite3 .recover may save it."
            )
        case .damaged(let aside?):
            LocalizedText(
                "예보 기록 파일이 손상되어 \(aside)\(aside.particle("으로", "로")) 옮기고 새로 시작합니다.",
                "The file of the forecast record was damaged; it is now \(aside), and a new one was begun."
            )
        }
    }

    /// Problem of the record, for people without access to its file.
    public var recordMessage: LocalizedText {
        let reason = detail.map { " (\($0))" } ?? ""
        return switch self {
        case .locked:
            LocalizedText("다른 프로그램이 예보 기록을 쓰고 있습니다. 잠시 뒤에 다시 시도해 주세요.", "Another program is writing the record of issues. Try again shortly.")
        case .newerVersion:
            LocalizedText("예보 기록을 더 새로운 버전이 만들어 아는 만큼만 읽었습니다.", "A newer version has made the record of issues; only what is understood was read.")
        case .foreign: LocalizedText("KMA_LEDGER의 파일이 예보 기록이 아닙니다.", "The file of KMA_LEDGER is not a forecast record.")
        case .libraryMissing:
            LocalizedText(
                "SQLite(libsqlite3.so.0)가 없어 예보 기록을 읽을 수 없습니다.",
                "SQLite (libsqlite3.so.0) is missing, so the record of issues cannot be read."
            )
        case .damaged: LocalizedText("예보 기록이 손상되어 읽을 수 없습니다.", "The record of issues is damaged and cannot be read.")
        case .full: LocalizedText("예보 기록의 디스크가 가득 찼습니다. 자리를 비워 주세요.", "The disk of the record of issues is full. Make room on it.")
        case .unusable: LocalizedText("예보 기록을 읽을 수 없습니다\(reason).", "The record of issues cannot be read\(reason).")
        }
    }
}
