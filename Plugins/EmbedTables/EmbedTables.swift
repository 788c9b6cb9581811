import Foundation
import PackagePlugin

/// Embeds files in a target as constants, so that the program reads no files of its own at run time.
///
/// A target with a folder `Page` gets every file in it as `enum Page`; any other target gets the package's
/// `Data/*.csv` as `enum Tables`. A target that uses `Page` excludes that folder in `Package.swift`.
@main
struct EmbedTables: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let page = target.directoryURL.appending(path: "Page", directoryHint: .isDirectory)
        let data = context.package.directoryURL.appending(path: "Data", directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: page.path(percentEncoded: false)) {
            return [try embed(try files(in: page), from: page, as: "Page", context: context)]
        }
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
