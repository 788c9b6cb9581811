import Forecast
import KMAForecast

extension StoreProblem {
    /// What is wrong with the cache folder, what that costs, and what to do.
    public func notice(about folder: String) -> LocalizedText {
        switch self {
        case .unusable(let reason):
            LocalizedText(
                "\(folder)에 쓸 수 없습니다(\(reason)). 받은 자료와 호출 수가 저장되지 않으니 KMA_CACHE_DIR을 쓸 수 있는 폴더로 바꿔 주세요.",
                "Cannot write to \(folder) (\(reason)). Answers and call counts are not stored; set KMA_CACHE_DIR to a writable folder."
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
        case .damaged(let path):
            LocalizedText(
                "손상된 캐시 파일을 \(path)\(path.particle("으로", "로")) 옮기고 새로 만들었습니다. 호출 수는 처음부터 셉니다.",
                "The cache file was damaged; it is now \(path), and a new one was made. Calls are counted anew."
            )
        }
    }

    /// What is wrong with the ledger's file, what that costs, and what to do.
    public func notice(aboutLedger path: String) -> LocalizedText {
        switch self {
        case .unusable(let reason):
            LocalizedText(
                "예보 기록을 \(path)에 쓸 수 없습니다(\(reason)). KMA_LEDGER를 쓸 수 있는 파일로 바꾸거나 off로 꺼 주세요.",
                "Cannot write the forecast record to \(path) (\(reason)). Set KMA_LEDGER to a file that can be written, or to off."
            )
        case .libraryMissing:
            LocalizedText(
                "SQLite(libsqlite3.so.0)가 없어 예보 기록을 남기지 못합니다. Debian, Ubuntu: apt install libsqlite3-0",
                "SQLite (libsqlite3.so.0) is missing, so no forecast record is kept. Debian, Ubuntu: apt install libsqlite3-0"
            )
        case .newerVersion:
            LocalizedText(
                "예보 기록 \(path)\(path.particle("은", "는")) 더 새로운 버전이 만든 파일이어서 읽지도 쓰지도 않습니다. 새 버전을 쓰거나 KMA_LEDGER를 다른 파일로 바꿔 주세요.",
                "The forecast record \(path) was written by a newer version and is neither read nor written. Use the newer version, or set KMA_LEDGER to another file."
            )
        case .damaged(let aside):
            LocalizedText(
                "예보 기록 파일이 손상되어 \(aside)\(aside.particle("으로", "로")) 옮기고 새로 시작합니다.",
                "The file of the forecast record was damaged; it is now \(aside), and a new one was begun."
            )
        }
    }
}
