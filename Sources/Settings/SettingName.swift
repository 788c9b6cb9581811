/// Settings by their names in the environment and in `.env`.
public enum SettingName: String, Sendable, CaseIterable {
    case kmaServiceKey = "KMA_SERVICE_KEY"
    case openWeatherKey = "OPENWEATHER_API_KEY"
    case kmaServiceKeyFile = "KMA_SERVICE_KEY_FILE"
    case airKoreaServiceKey = "AIRKOREA_SERVICE_KEY"
    case airKoreaServiceKeyFile = "AIRKOREA_SERVICE_KEY_FILE"
    case openWeatherKeyFile = "OPENWEATHER_API_KEY_FILE"
    /// Key for past issues, whatever the gateway.
    case hubKey = "KMA_HUB_KEY"
    case hubKeyFile = "KMA_HUB_KEY_FILE"
    case hubBaseURL = "KMA_HUB_BASE_URL"
    case kmaBaseURL = "KMA_BASE_URL"
    case kmaGateway = "KMA_GATEWAY"
    case airKoreaBaseURL = "AIRKOREA_BASE_URL"
    case openWeatherBaseURL = "OPENWEATHER_BASE_URL"
    case cacheDirectory = "KMA_CACHE_DIR"
    case ledger = "KMA_LEDGER"
    case now = "KMA_NOW"
    case area = "KMA_AREA"
    case language = "KMA_LANG"
    case timeout = "KMA_TIMEOUT"
    case contact = "KMA_CONTACT"
    case webhookSecret = "KMA_WEBHOOK_SECRET"
    case webhookSecretFile = "KMA_WEBHOOK_SECRET_FILE"
    /// `allow` for receivers in private networks.
    case webhookPrivate = "KMA_WEBHOOK_PRIVATE"
    case rules = "KMA_RULES"
    case host = "KMA_HOST"
    case port = "KMA_PORT"
    case metricsPort = "KMA_METRICS_PORT"
    case cluster = "KMA_CLUSTER"
    case clusterAuthority = "KMA_CLUSTER_CA"
    case clusterCertificate = "KMA_CLUSTER_CERT"
    case clusterPrivateKey = "KMA_CLUSTER_KEY"
    case clusterUser = "KMA_CLUSTER_USER"
    case clusterPasswordFile = "KMA_CLUSTER_PASSWORD_FILE"
    case clusterTimeout = "KMA_CLUSTER_TIMEOUT"

    /// True if the value itself is a key or secret, not a file's name.
    public var isSecret: Bool {
        switch self {
        case .kmaServiceKey, .openWeatherKey, .airKoreaServiceKey, .hubKey, .webhookSecret: true
        default: false
        }
    }
}
