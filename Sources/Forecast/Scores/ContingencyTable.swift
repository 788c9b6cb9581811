/// Cases of a forecast that says yes or no, by what was said and what came.
///
/// The names and formulas are those of the WMO's joint working group on forecast verification research
/// (cawcr.gov.au/projects/verification). A ratio without a case below its line is `nil`.
public struct ContingencyTable: Sendable, Hashable {
    /// It was said, and it came.
    public private(set) var hits = 0
    /// It was not said, and it came.
    public private(set) var misses = 0
    /// It was said, and it did not come.
    public private(set) var falseAlarms = 0
    /// It was not said, and it did not come: of rain, a dry day.
    public private(set) var correctDry = 0

    /// A table without a case.
    public init() {}

    /// A table from its four counts; `nil` where one is below 0.
    public init?(hits: Int, misses: Int, falseAlarms: Int, correctDry: Int) {
        guard [hits, misses, falseAlarms, correctDry].allSatisfy({ $0 >= 0 }) else { return nil }
        (self.hits, self.misses, self.falseAlarms, self.correctDry) = (hits, misses, falseAlarms, correctDry)
    }

    /// Adds a case.
    public mutating func add(said: Bool, came: Bool) {
        switch (said, came) {
        case (true, true): hits += 1
        case (false, true): misses += 1
        case (true, false): falseAlarms += 1
        case (false, false): correctDry += 1
        }
    }

    /// All cases.
    public var cases: Int { hits + misses + falseAlarms + correctDry }

    /// How often it was said.
    public var said: Int { hits + falseAlarms }

    /// How often it came.
    public var came: Int { hits + misses }

    /// The share of what came that was said (POD, hit rate).
    public var probabilityOfDetection: Double? { ratio(hits, came) }

    /// The share of what was said that did not come (FAR, false alarm ratio).
    public var falseAlarmRatio: Double? { ratio(falseAlarms, said) }

    /// Hits among all that was said or came (CSI, threat score): correct dry days, of which there are many, do not count.
    public var criticalSuccessIndex: Double? { ratio(hits, hits + misses + falseAlarms) }

    /// The share of cases in which it came. Who always says no is right in all others.
    public var baseRate: Double? { ratio(came, cases) }

    private func ratio(_ part: Int, _ whole: Int) -> Double? {
        whole == 0 ? nil : Double(part) / Double(whole)
    }
}
