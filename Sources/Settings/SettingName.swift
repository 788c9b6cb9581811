/// Every setting, by the name it has in the environment and in `.env`.
public enum SettingName: String, Sendable, CaseIterable {
    /// data.go.kr or API hub key.
    case kmaServiceKey = "KMA_SERVICE_KEY"
    /// OpenWeather key.
    case openWeatherKey = "OPENWEATHER_API_KEY"
    /// File that holds the KMA key.
    case kmaServiceKeyFile = "KMA_SERVICE_KEY_FILE"
    /// data.go.kr key for 에어코리아, where it is not KMA's.
    case airKoreaServiceKey = "AIRKOREA_SERVICE_KEY"
    /// File that holds the key for 에어코리아.
    case airKoreaServiceKeyFile = "AIRKOREA_SERVICE_KEY_FILE"
    /// File that holds the OpenWeather key.
    case openWeatherKeyFile = "OPENWEATHER_API_KEY_FILE"
    /// Key of the API hub for its tables of past issues, whatever gateway the forecasts come from.
    case hubKey = "KMA_HUB_KEY"
    /// File that holds the key of the API hub.
    case hubKeyFile = "KMA_HUB_KEY_FILE"
    /// Address of the API hub.
    case hubBaseURL = "KMA_HUB_BASE_URL"
    /// Address of the gateway in front of KMA's services.
    case kmaBaseURL = "KMA_BASE_URL"
    /// `data.go.kr` or `apihub`.
    case kmaGateway = "KMA_GATEWAY"
    /// Address of 에어코리아.
    case airKoreaBaseURL = "AIRKOREA_BASE_URL"
    /// Address of OpenWeather.
    case openWeatherBaseURL = "OPENWEATHER_BASE_URL"
    /// Folder of stored answers and call counts.
    case cacheDirectory = "KMA_CACHE_DIR"
    /// File of the ledger, or `off`.
    case ledger = "KMA_LEDGER"
    /// Instant that replaces the clock.
    case now = "KMA_NOW"
    /// Area used where none is given.
    case area = "KMA_AREA"
    /// `ko` or `en`.
    case language = "KMA_LANG"
    /// Seconds for one upstream request.
    case timeout = "KMA_TIMEOUT"
    /// How to reach the operator, in the `User-Agent`.
    case contact = "KMA_CONTACT"
    /// Secret that signs what webhooks get.
    case webhookSecret = "KMA_WEBHOOK_SECRET"
    /// File that holds that secret.
    case webhookSecretFile = "KMA_WEBHOOK_SECRET_FILE"
    /// `allow`, where addresses of private networks may be told of alarms.
    case webhookPrivate = "KMA_WEBHOOK_PRIVATE"
    /// File with the alarms of the service.
    case rules = "KMA_RULES"
    /// Address the service listens on.
    case host = "KMA_HOST"
    /// Port the service listens on.
    case port = "KMA_PORT"
    /// Port on which the service serves its metrics.
    case metricsPort = "KMA_METRICS_PORT"
    /// Addresses of etcd, where replicas of the service on several machines meet.
    case cluster = "KMA_CLUSTER"
    /// File with the authority that signs etcd's certificates.
    case clusterAuthority = "KMA_CLUSTER_CA"
    /// File with the certificate that the service shows etcd.
    case clusterCertificate = "KMA_CLUSTER_CERT"
    /// File with the key of that certificate.
    case clusterPrivateKey = "KMA_CLUSTER_KEY"
    /// Name of the service at etcd.
    case clusterUser = "KMA_CLUSTER_USER"
    /// File with its password.
    case clusterPasswordFile = "KMA_CLUSTER_PASSWORD_FILE"
    /// Seconds for one operation of etcd.
    case clusterTimeout = "KMA_CLUSTER_TIMEOUT"

    /// Whether its value is a key or a secret itself, and not the name of a file with one.
    public var isSecret: Bool {
        switch self {
        case .kmaServiceKey, .openWeatherKey, .airKoreaServiceKey, .hubKey, .webhookSecret: true
        default: false
        }
    }
}
