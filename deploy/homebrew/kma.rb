# The formula of Homebrew, built from a tag's source. The release of a tag has it with its owner, address and checksum:
#
#     brew tap-new --no-git local/kma
#     cp kma.rb "$(brew --repository local/kma)/Formula/"
#     brew install local/kma/kma
class Kma < Formula
  desc "Weather of Korea, today and the next ten days"
  homepage "https://github.com/OWNER/kma"
  url "https://github.com/OWNER/kma/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build

  on_linux do
    depends_on "curl"
  end

  def install
    options = ["--disable-sandbox"]
    # libcurl is loaded when kma sends its first request.
    options += ["-Xlinker", "-rpath", "-Xlinker", Formula["curl"].opt_lib.to_s] if OS.linux?
    system "deploy/build", "kma", "kma-server", "--", *options
    bin.install ".build/release/kma", ".build/release/kma-server"
    generate_completions_from_executable(bin/"kma", "completion", shells: [:bash, :zsh, :fish])
    generate_completions_from_executable(
      bin/"kma-server", "--generate-completion-script", shells: [:bash, :zsh, :fish]
    )
    system "deploy/man", "--binaries", bin, buildpath/"man"
    man.install Dir["man/*"]
  end

  service do
    run opt_bin/"kma-server"
    environment_variables SWIFT_BACKTRACE: "enable=no"
    keep_alive true
    log_path var/"log/kma-server.log"
    error_log_path var/"log/kma-server.log"
  end

  test do
    # In the first hours of a day the sample data reach ten days.
    ENV["KMA_NOW"] = "2026-11-29T15:00:00+09:00"
    shown = shell_output("#{bin}/kma week --area 경기도 --sample")
    # A bar of temperatures on each of eleven days.
    assert_equal 11, shown.lines.count { |line| line.include?("━") }
  end
end
