import Foundation
import PackagePlugin

/// Embeds files in a target as constants, so that the program reads no files of its own at run time.
///
/// A target with a folder `Page` or `Tools` gets every file in it as `enum Page` or `enum Tools`; any other target gets
/// the package's `Data/*.csv` as `enum Tables`. A target that uses such a folder excludes it in `Package.swift`.
@main
struct EmbedTables: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        for name in ["Page", "Tools"] {
            let folder = target.directoryURL.appending(path: name, directoryHint: .isDirectory)
            guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { continue }
            return [try embed(try files(in: folder), from: folder, as: name, context: context)]
        }
        let data = context.package.directoryURL.appending(path: "Data", directoryHint: .isDirectory)
        let tables = try files(in: data).filter { $0.hasSuffix(".csv") }
        return [try embed(tables, from: data, as: "Tables", context: context)]
    }

    /// The relative paths of all files below the folder that are not hidden, sorted so that builds are reproducible.
    private func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { path in
                let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
                return !isHidden && !folder.appending(path: path).isDirectory
            }
            .sorted()
    }

    private func embed(
        _ paths: [String],
        from folder: URL,
        as name: String,
        context: PluginContext
    ) throws -> Command {
        let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
        return .buildCommand(
            displayName: "Embedding \(paths.count) files as \(name)",
            executable: try context.tool(named: "embed-tables").url,
            arguments: [name, folder.path(percentEncoded: false), output.path(percentEncoded: false)] + paths,
            inputFiles: paths.map { folder.appending(path: $0) },
            outputFiles: [output]
        )
    }
}

extension URL {
    fileprivate var isDirectory: Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: path(percentEncoded: false),
            isDirectory: &isDirectory
        )
        return exists && isDirectory.boolValue
    }
}
