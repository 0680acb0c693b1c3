import Testing

@testable import FirebreakCredentials

/// Hashes of crypt_blowfish's own tests, and of the tests of Python's bcrypt.
struct BcryptTests {
    private static let salt = "$2b$05$/OK.fbVrR/bpIqNJ5ianF."

    @Test(
        arguments: [
            ([0x55, 0x2A, 0x55], "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            ([0x55, 0x2A, 0x55, 0x2A], "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
            ([0xA3], "$2y$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq"),
            ([0xFF, 0xFF, 0xA3], "$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"),
            ([0xA3], "$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"),
            ([], "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
            (Array("abc".utf8), "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"),
            (Array("пароль".utf8), "$2b$05$/OK.fbVrR/bpIqNJ5ianF.jbfRzzfJTlC3i..FklhHA0FCt83tObu"),
            (Array(repeating: 0x61, count: 71), salt + "wq7Oc6NMvIN3NUyWm/V5ZslVmcB/h7W"),
            (Array(repeating: 0x61, count: 72), salt + "Tyda.o6kz4y.pokQa990nfo3hdXc8Ai"),
            (Array(repeating: 0x61, count: 255), salt + "Tyda.o6kz4y.pokQa990nfo3hdXc8Ai"),
        ] as [([UInt8], String)])
    func `passwords have the hashes that others make`(_ password: [UInt8], _ stored: String) {
        #expect(Bcrypt.hash(password, like: Array(stored.utf8)) == Array(stored.utf8))
        #expect(Bcrypt.hash(password + [0x21], like: Array(stored.utf8)) != Array(stored.utf8) || password.count >= 72)
    }

    @Test(arguments: [
        // An unknown variant, a cost too small, one too large, a character that is not of the alphabet, a text too short.
        "$2z$05$/OK.fbVrR/bpIqNJ5ianF.Tyda.o6kz4y.pokQa990nfo3hdXc8Ai",
        "$2b$03$/OK.fbVrR/bpIqNJ5ianF.Tyda.o6kz4y.pokQa990nfo3hdXc8Ai",
        "$2b$17$/OK.fbVrR/bpIqNJ5ianF.Tyda.o6kz4y.pokQa990nfo3hdXc8Ai",
        "$2b$05$/OK!fbVrR/bpIqNJ5ianF.Tyda.o6kz4y.pokQa990nfo3hdXc8Ai", "$2b$05$/OK.", "",
    ])
    func `other texts have none`(_ stored: String) {
        #expect(Bcrypt.hash(Array("password".utf8), like: Array(stored.utf8)) == nil)
    }

    @Test func `a NUL in a password has no hash`() {
        #expect(Bcrypt.hash([0x61, 0, 0x62], like: Array((Self.salt + "Tyda.o6kz4y.pokQa990nfo3hdXc8Ai").utf8)) == nil)
    }
}
