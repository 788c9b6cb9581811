/// Letters of five by seven dots, for pictures that no font can be asked for: A to Z, digits, and what stands in weather.
///
/// A bit a dot, the rows from top to bottom and each from left to right, the last dot lowest.
enum PixelFont {
    static let width = 5
    static let height = 7

    /// Whether a letter has a dot; nothing has none where the letter is not there.
    static func hasDot(_ letter: Character, x: Int, y: Int) -> Bool {
        guard let dots = letters[letter] else { return false }
        return dots >> UInt64((height - 1 - y) * width + width - 1 - x) & 1 == 1
    }

    private static let letters: [Character: UInt64] = [
        "0": 0x3_A33A_E62E, "1": 0x1_1842_108E, "2": 0x3_A213_221F, "3": 0x7_8217_043E, "4": 0x0_8CA9_7C42,
        "5": 0x7_E1E0_862E, "6": 0x1_910F_462E, "7": 0x7_C222_2108, "8": 0x3_A317_462E, "9": 0x3_A317_844C,
        "-": 0x0_000F_8000, "°": 0x3_2526_0000, "%": 0x6_7422_2173, "/": 0x0_4422_2110, ".": 0x0_0000_018C,
        ":": 0x0_18C0_3180, ",": 0x0_0000_3088, "'": 0x1_0880_0000, "·": 0x0_0002_0000, "A": 0x3_A31F_C631,
        "B": 0x7_A31F_463E, "C": 0x3_A308_422E, "D": 0x7_A318_C63E, "E": 0x7_E10F_421F, "F": 0x7_E10F_4210,
        "G": 0x3_A30B_C62F, "H": 0x4_631F_C631, "I": 0x3_8842_108E, "J": 0x1_C421_0A4C, "K": 0x4_654C_5251,
        "L": 0x4_2108_421F, "M": 0x4_775A_C631, "N": 0x4_7359_C631, "O": 0x3_A318_C62E, "P": 0x7_A31F_4210,
        "Q": 0x3_A318_D64D, "R": 0x7_A31F_5251, "S": 0x3_E107_043E, "T": 0x7_C842_1084, "U": 0x4_6318_C62E,
        "V": 0x4_6318_C544, "W": 0x4_631A_D771, "X": 0x4_62A2_2A31, "Y": 0x4_62A2_1084, "Z": 0x7_C222_221F,
    ]
}
