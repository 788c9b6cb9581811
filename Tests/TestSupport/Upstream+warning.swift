import StubUpstream

extension Upstream {
    /// Sets KMA's text of the warnings in force (`t6`), issued at 14:00 on 4 October 2026, and none of their history.
    package func setWarning(_ text: String) {
        answers = [
            .warningStatus: { _ in
                .json(
                    #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                        + #""items":{"item":[{"other":"o 없음","t6":"\#(text)","t7":"o 없음","tmEf":"202610041500","#
                        + #""tmFc":202610041400,"tmSeq":9}]},"pageNo":1,"numOfRows":10,"totalCount":1}}}"#
                )
            },
            .warningEvents: { _ in
                .json(#"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)
            },
        ]
    }
}
