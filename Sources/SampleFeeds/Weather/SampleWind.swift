#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A wind by where it comes from.
struct SampleWind {
    /// m/s.
    var speed: Double
    /// Degrees clockwise from north, 0..<360.
    var direction: Double

    /// m/s towards the east, KMA's UUU.
    var eastward: Double { -speed * sin(direction * .pi / 180) }
    /// m/s towards the north, KMA's VVV.
    var northward: Double { -speed * cos(direction * .pi / 180) }
}
