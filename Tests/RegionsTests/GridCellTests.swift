import Regions
import Testing

@Suite("Cells of KMA's grid")
struct GridCellTests {
    @Test(
        "A point lies in the cell that KMA gives for it",
        arguments: [
            (37.488201, 126.929810, 59, 125), (37.5665, 126.9780, 60, 127),
            (37.579871128849334, 126.98935225645432, 60, 127), (35.1796, 129.0756, 98, 76),
            (37.4563, 126.7052, 55, 124), (37.7519, 128.8761, 92, 132), (33.4996, 126.5312, 53, 38),
            (35.8714, 128.6014, 89, 91), (35.1595, 126.8526, 58, 74), (36.3504, 127.3845, 67, 100),
            (35.5384, 129.3114, 102, 84), (36.4800, 127.2890, 66, 103), (37.2636, 127.0286, 61, 120),
            (37.4845, 130.9057, 127, 127), (37.2426, 131.8597, 144, 123), (37.9740, 124.6330, 20, 136),
        ]
    )
    func gridCell(latitude: Double, longitude: Double, x: Int, y: Int) {
        #expect(GridCell(latitude: latitude, longitude: longitude) == GridCell(x: x, y: y))
    }

    @Test(
        "A point off the grid has no cell",
        arguments: [
            (35.6812, 139.7671), (31.0, 126.0), (38.0, 122.5), (43.5, 127.0), (-37.5, 127.0), (90.0, 0.0),
            (.nan, 127.0), (37.5, .infinity), (37.5, -233.0),
        ] as [(Double, Double)]
    )
    func offGrid(latitude: Double, longitude: Double) {
        #expect(GridCell(latitude: latitude, longitude: longitude) == nil)
    }
}
