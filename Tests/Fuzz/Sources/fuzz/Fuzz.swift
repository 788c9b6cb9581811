import Foundation
import LibFuzzer

/// `fuzz TARGET [libFuzzer's arguments]`, or `fuzz --seeds FOLDER` to write each target's first inputs, or
/// `fuzz --targets` to list them.
@main
struct Fuzz {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("--targets", _):
            for target in FuzzTarget.allCases { print(target.rawValue) }
        case ("--seeds", let folder?):
            for target in FuzzTarget.allCases { try target.writeSeeds(under: folder) }
        case (let name?, _):
            guard let target = FuzzTarget(rawValue: name) else { fallthrough }
            drive(target)
        default:
            print("usage: fuzz TARGET [-max_total_time=SECONDS …] | --targets | --seeds FOLDER")
            exit(64)
        }
    }

    /// The one that is fuzzed; libFuzzer's callback is a C function and can hold nothing. Set before the first call
    /// and read on the same thread.
    nonisolated(unsafe) private static var target = FuzzTarget.place

    private static func drive(_ target: FuzzTarget) -> Never {
        Fuzz.target = target
        warmUp(target)
        var count = CommandLine.argc - 1
        var arguments = Optional(CommandLine.unsafeArgv + 1)
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                Fuzz.check(Fuzz.target, Data(UnsafeBufferPointer(start: start, count: count)), Limits())
                return 0
            }
        )
    }

    /// Tables are read and caches filled once a process; that is no input's doing.
    private static func warmUp(_ target: FuzzTarget) {
        for seed in target.seeds { check(target, seed) }
    }

    private static func check(_ target: FuzzTarget, _ input: Data, _ limits: Limits? = nil) {
        let output: [UInt8]
        if let limits {
            output = limits.hold(target, input) { target.run(input) }
        } else {
            output = target.run(input)
        }
        // Whatever came in, what goes out is JSON.
        guard !output.isEmpty else { return }
        do {
            _ = try JSONSerialization.jsonObject(with: Data(output))
        } catch {
            fatalError("\(target.rawValue) wrote what is no JSON: \(String(decoding: output, as: UTF8.self))")
        }
    }
}
