import HTTPTypes
import HummingbirdTesting
import Testing

@testable import kma_server

@Suite("PageController")
struct PageControllerTests {
    @Test(
        "The files of the page are where browsers look for them",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/?area=x&theme=y", "text/html; charset=utf-8"),
            ("/embed?area=x", "text/html; charset=utf-8"), ("/page.css", "text/css; charset=utf-8"),
            ("/page.js", "text/javascript; charset=utf-8"), ("/icon.svg", "image/svg+xml"),
            ("/manifest.webmanifest", "application/manifest+json"),
        ]
    )
    func types(target: String, type: String) async throws {
        let response = try await TestService().get(target)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == type)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.eTag] != nil)
    }

    @Test(
        "The page allows nothing from elsewhere and nothing inline, and only the small one stands in frames"
    )
    func policy() async throws {
        let service = try TestService()
        for target in ["/", "/embed", "/page.js"] {
            let policy = try #require(try await service.get(target).headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
            #expect(!policy.contains("unsafe") && !policy.contains("http"))
            #expect(policy.hasSuffix(target == "/embed" ? "frame-ancestors *" : "frame-ancestors 'none'"))
        }
    }

    @Test("No file of the page names another from the root, so that a proxy may put it under any path")
    func relativeAddresses() {
        for file in Page.files where file.path != "openapi.json" {
            let absolute = "\(file.text)".matches(
                of: /(?:href|src)="\/|['`]\/(?:v1|\?|[a-z-]+\.(?:js|css|svg))/
            )
            #expect(absolute.isEmpty, "\(file.path)")
        }
    }

    @Test("Every file of the page is served byte by byte")
    func files() async throws {
        let service = try TestService()
        #expect(Page.files.count > 10)
        for file in Page.files where !file.path.hasSuffix(".html") {
            #expect(try await service.get("/" + file.path).text == "\(file.text)", "\(file.path)")
        }
        #expect(try await service.get("/index.html").status == .notFound)
    }
}
