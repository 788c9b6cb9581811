/// Mid-term answers in the documented forms of 06시 and 18시, for tests to read.
enum MidTermBodies {
    /// `getMidTa` of 06시: days 4 to 10, 43 keys.
    static let temperature06 = Wire.service(
        fields: """
            "taMin4":9,"taMin4Low":1,"taMin4High":2,"taMax4":24,"taMax4Low":0,"taMax4High":3,
            "taMin5":8,"taMin5Low":1,"taMin5High":1,"taMax5":23,"taMax5Low":1,"taMax5High":1,
            "taMin6":7,"taMin6Low":1,"taMin6High":1,"taMax6":22,"taMax6Low":1,"taMax6High":1,
            "taMin7":0,"taMin7Low":2,"taMin7High":1,"taMax7":12,"taMax7Low":1,"taMax7High":1,
            "taMin8":-3,"taMin8Low":2,"taMin8High":2,"taMax8":0,"taMax8Low":2,"taMax8High":2,
            "taMin9":-11,"taMin9Low":2,"taMin9High":2,"taMax9":-2,"taMax9Low":2,"taMax9High":3,
            "taMin10":5,"taMin10Low":3,"taMin10High":3,"taMax10":17,"taMax10Low":3,"taMax10High":3
            """
    )

    /// `getMidTa` of 18시: days 5 to 10, day 4 absent.
    static let temperature18 = Wire.service(
        fields: (5...10).map { day in
            #""taMin\#(day)":\#(day),"taMin\#(day)Low":1,"taMin\#(day)High":2,"#
                + #""taMax\#(day)":\#(day + 10),"taMax\#(day)Low":0,"taMax\#(day)High":3"#
        }
        .joined(separator: ",")
    )

    /// `getMidLandFcst` of 06시: halves of days 4 to 7, days 8 to 10 undivided, 23 keys.
    static let land06 = Wire.service(
        fields: """
            "rnSt4Am":10,"rnSt4Pm":20,"rnSt5Am":30,"rnSt5Pm":60,"rnSt6Am":70,"rnSt6Pm":80,"rnSt7Am":0,"rnSt7Pm":10,
            "rnSt8":40,"rnSt9":60,"rnSt10":90,
            "wf4Am":"맑음","wf4Pm":"구름많음","wf5Am":"흐림","wf5Pm":"흐리고 비","wf6Am":"구름많고 비/눈",
            "wf6Pm":"흐리고 눈","wf7Am":"맑음","wf7Pm":"맑음","wf8":"구름많음","wf9":"구름많고 소나기","wf10":"흐리고 비"
            """
    )

    /// `getMidLandFcst` of 18시: halves of days 5 to 7, 19 keys.
    static let land18 = Wire.service(
        fields: """
            "rnSt5Am":10,"rnSt5Pm":20,"rnSt6Am":30,"rnSt6Pm":40,"rnSt7Am":50,"rnSt7Pm":60,
            "rnSt8":70,"rnSt9":80,"rnSt10":90,
            "wf5Am":"맑음","wf5Pm":"맑음","wf6Am":"맑음","wf6Pm":"맑음","wf7Am":"맑음","wf7Pm":"맑음",
            "wf8":"흐림","wf9":"흐림","wf10":"흐림"
            """
    )
}
