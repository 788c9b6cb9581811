import FoundationNetworking

// What a Swift program with URLSession in it costs before it does anything: the ground `kma` started from.
