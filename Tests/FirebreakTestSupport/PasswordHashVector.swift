package import FirebreakWire
import Testing

/// A hash of a known password. The values are those of contract pages and public standards, made with other programs.
package struct PasswordHashVector: Sendable, CustomTestStringConvertible {
    package let name: String
    /// Hash options as an import request has them.
    package let options: JSON
    package let password: String
    /// Base64, `nil` where the algorithm has none.
    package let salt: String?
    /// Base64.
    package let hash: String

    package var testDescription: String { name }
}

extension PasswordHashVector {
    package static let all: [PasswordHashVector] = [
        PasswordHashVector(
            name: "1.1",
            options: [
                "hashAlgorithm": "SCRYPT",
                "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
                "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
            ],
            password: "user1password", salt: "42xEC+ixf3L2lw==",
            hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="),
        PasswordHashVector(
            name: "1.2",
            options: [
                "hashAlgorithm": "SCRYPT",
                "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
                "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
            ],
            password: "password", salt: "TmFDbA==",
            hash: "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw=="),
        PasswordHashVector(
            name: "1.3",
            options: [
                "hashAlgorithm": "SCRYPT",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
                "saltSeparator": "AQ==", "rounds": 8, "memoryCost": 14,
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "kpTohCD16EXInbtG8sZ026wT5qRpnJowl3OllMYOvbQgh4hjocr2yXNmGSITBS8="),
        PasswordHashVector(
            name: "2 HMAC_MD5",
            options: [
                "hashAlgorithm": "HMAC_MD5",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "QtUxMKEzmP6zJlwzAtMDpw=="),
        PasswordHashVector(
            name: "2 HMAC_MD5, SALT_AND_PASSWORD",
            options: [
                "hashAlgorithm": "HMAC_MD5",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
                "passwordHashOrder": "SALT_AND_PASSWORD",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "bK8V+ubgAu+W22poiuKsjQ=="),
        PasswordHashVector(
            name: "2 HMAC_SHA1",
            options: [
                "hashAlgorithm": "HMAC_SHA1",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "QYQ8FPnmQ8Csm5xJL4jVV+d/+rk="),
        PasswordHashVector(
            name: "2 HMAC_SHA1, SALT_AND_PASSWORD",
            options: [
                "hashAlgorithm": "HMAC_SHA1",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
                "passwordHashOrder": "SALT_AND_PASSWORD",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "/IgSkcVC9AJewSTrOQY7jRVv0wY="),
        PasswordHashVector(
            name: "2 HMAC_SHA256",
            options: [
                "hashAlgorithm": "HMAC_SHA256",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "8VgjOzrpgL/hh8e7rOukk+Gsnf+Fhf96IUGbGTINfDk="),
        PasswordHashVector(
            name: "2 HMAC_SHA256, SALT_AND_PASSWORD",
            options: [
                "hashAlgorithm": "HMAC_SHA256",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
                "passwordHashOrder": "SALT_AND_PASSWORD",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "pBT7xLqk1MCIepnbFQe4fugpS+9zs1I8Zb2afQRHHx4="),
        PasswordHashVector(
            name: "2 HMAC_SHA512",
            options: [
                "hashAlgorithm": "HMAC_SHA512",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "k0GYi4OwNw31kJfwJsvnvxPuGFHgZeWaDaO0f46gIl+fJgm+s73V51oSiFnDU+khFMUnYyqn46ItS+fYGzxEUg=="),
        PasswordHashVector(
            name: "2 HMAC_SHA512, SALT_AND_PASSWORD",
            options: [
                "hashAlgorithm": "HMAC_SHA512",
                "signerKey": "ZmlyZWVtdS10ZXN0LXNpZ25lci1rZXktbm90LWEtc2VjcmV0LTAxMjM0NTY3ODk=",
                "passwordHashOrder": "SALT_AND_PASSWORD",
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "oywSYQrvtBeI209UYccdtodpJp4ZO75D1StooIrQ95BfKLqdbpPt/E/NwNfgC5SmIdSTjtFz8U0v9rz2OE2OUQ=="),
        PasswordHashVector(
            name: "2 MD5 rounds 0",
            options: ["hashAlgorithm": "MD5", "rounds": 0],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "NTVjZGM2NWFmNjgyMjNiMDI3YzY5NTI3OGExOGM3Mzg="),
        PasswordHashVector(
            name: "2 MD5 rounds 1",
            options: ["hashAlgorithm": "MD5", "rounds": 1],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "OTUzMTNiMjYzNWVhZjNlNjc4NTVjY2FhMjg1MGFmNTU="),
        PasswordHashVector(
            name: "2 MD5 rounds 2",
            options: ["hashAlgorithm": "MD5", "rounds": 2],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "YjU2MzU3NjUwMzg2OTc1MDk4ODI3ZTllNzJkZjJkMTM="),
        PasswordHashVector(
            name: "2 SHA1 rounds 1",
            options: ["hashAlgorithm": "SHA1", "rounds": 1],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "zhQgjrJfwsWZHkAe+mD3cOhzesE="),
        PasswordHashVector(
            name: "2 SHA1 rounds 1, PASSWORD_AND_SALT",
            options: ["hashAlgorithm": "SHA1", "rounds": 1, "passwordHashOrder": "PASSWORD_AND_SALT"],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "mPKMKYJQKWJjExqk3q7Df3+DvIc="),
        PasswordHashVector(
            name: "2 SHA1 rounds 2",
            options: ["hashAlgorithm": "SHA1", "rounds": 2],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "+YsnGyLcSSqd7nPHgOEKTemsRhk="),
        PasswordHashVector(
            name: "2 SHA256 rounds 1",
            options: ["hashAlgorithm": "SHA256", "rounds": 1],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "7tZoySWNSBRvpfduGo1x1tSJvVEUZXAyNu/ieLbD9BM="),
        PasswordHashVector(
            name: "2 SHA256 rounds 2",
            options: ["hashAlgorithm": "SHA256", "rounds": 2],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "MJOEsRWTi8DLIjW6uLJPLgfPp1aFYVndDtvjlOuQQms="),
        PasswordHashVector(
            name: "2 SHA512 rounds 2",
            options: ["hashAlgorithm": "SHA512", "rounds": 2],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "UsUjyCk7QUSv96clbd1VyQEfbZYzzwCYGol26dxFuGEeBgchfnddXJf+VWHBNo/CaB+6qSByIIW7BzCTKAKOWQ=="),
        PasswordHashVector(
            name: "2 PBKDF_SHA1 rounds 1000 (20)",
            options: ["hashAlgorithm": "PBKDF_SHA1", "rounds": 1000],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "IWZWjqgZ+tNB9FhoHHHtNRWdU5I="),
        PasswordHashVector(
            name: "2 PBKDF_SHA1 rounds 1000 (64)",
            options: ["hashAlgorithm": "PBKDF_SHA1", "rounds": 1000],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "IWZWjqgZ+tNB9FhoHHHtNRWdU5L2jhiSmB6JzvsSYmvTkenQR4JvJetZejxwE6Q5G855Y4PqB78ctR1Zl/y9Bw=="),
        PasswordHashVector(
            name: "2 PBKDF2_SHA256 rounds 1000",
            options: ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "kCPjarpBbvCKB586M6v7ELi8bZU6G8MqbdDxxWBWFSw="),
        PasswordHashVector(
            name: "2 STANDARD_SCRYPT cpuMemCost 1024, blockSize 8, parallelization 1, dkLen 64",
            options: [
                "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "blockSize": 8, "parallelization": 1,
                "dkLen": 64,
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "EQFJM7AIB7I23wfy+f49HdwfnK7bk71NUdDqZKXxlGWQ2PLdf3W8qjoMipB3uyPGw9fA4/V82/RpSesOoVkU7A=="),
        PasswordHashVector(
            name:
                "2 ARGON2 type ARGON2_ID, 32 bytes, iterations 2, memory 1024 KiB, parallelism 1, v1.3, no associated data",
            options: [
                "hashAlgorithm": "ARGON2",
                "argon2Parameters": [
                    "hashLengthBytes": 32, "hashType": "ARGON2_ID", "parallelism": 1, "iterations": 2,
                    "memoryCostKib": 1024, "version": "VERSION_13",
                ],
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "alx7x9eUA2KklCuymrWnfeHBRWv/eYcXCHgBxUXS19M="),
        PasswordHashVector(
            name: "2 ARGON2 type ARGON2_I, same",
            options: [
                "hashAlgorithm": "ARGON2",
                "argon2Parameters": [
                    "hashLengthBytes": 32, "hashType": "ARGON2_I", "parallelism": 1, "iterations": 2,
                    "memoryCostKib": 1024, "version": "VERSION_13",
                ],
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "9dFV2IabJDAfZVjn9BLMNb3TRcKicRmyARV6EmT6afo="),
        PasswordHashVector(
            name: "2 ARGON2 type ARGON2_D, same",
            options: [
                "hashAlgorithm": "ARGON2",
                "argon2Parameters": [
                    "hashLengthBytes": 32, "hashType": "ARGON2_D", "parallelism": 1, "iterations": 2,
                    "memoryCostKib": 1024, "version": "VERSION_13",
                ],
            ],
            password: "password123", salt: "c2FsdC12YWx1ZS0wMQ==",
            hash: "spCiDD+UUE/Pu2A4QBznc8bQuvTPQuqU4MquEnjbV0Q="),
        PasswordHashVector(
            name: "2 BCRYPT",
            options: ["hashAlgorithm": "BCRYPT"],
            password: "password123", salt: nil,
            hash: "JDJhJDEwJGFiY2RlZmdoaWprbG1ub3BxcnN0dXUwU1lxOHR3cGN0aFMxMHV4UTI2cnYwczNPYmo4VWZ1"),
        PasswordHashVector(
            name: "3 HMAC_SHA256",
            options: ["hashAlgorithm": "HMAC_SHA256", "signerKey": "c2VjcmV0"],
            password: "password", salt: "TmFDbA==",
            hash: "C5WKh+Qa5RkMlq+h5DX5XKsBOsQt/DEKEaUBAMQqrlI="),
        PasswordHashVector(
            name: "3 HMAC_SHA256 SALT_AND_PASSWORD",
            options: [
                "hashAlgorithm": "HMAC_SHA256", "signerKey": "c2VjcmV0", "passwordHashOrder": "SALT_AND_PASSWORD",
            ],
            password: "password", salt: "TmFDbA==",
            hash: "ExOA8YX6DO2P838cxsMMdHTddVwTeqjm1H9BMFO7qWE="),
        PasswordHashVector(
            name: "3 HMAC_SHA512",
            options: ["hashAlgorithm": "HMAC_SHA512", "signerKey": "c2VjcmV0"],
            password: "password", salt: "TmFDbA==",
            hash: "yoFsygT+IMma1lMv+IqBvfHM1DCminat6m9ku6Re5nl8QSy9Z3BwPG9FnejSRcu99tK4xSVVkY6I9euOf8nmQA=="),
        PasswordHashVector(
            name: "3 HMAC_SHA1",
            options: ["hashAlgorithm": "HMAC_SHA1", "signerKey": "c2VjcmV0"],
            password: "password", salt: "TmFDbA==",
            hash: "tSjltw8SZxad1AY6k8wDYCwUeyI="),
        PasswordHashVector(
            name: "3 HMAC_MD5",
            options: ["hashAlgorithm": "HMAC_MD5", "signerKey": "c2VjcmV0"],
            password: "password", salt: "TmFDbA==",
            hash: "4tZGVrzeu9LZ9eWZ03FrLg=="),
        PasswordHashVector(
            name: "3 SHA256",
            options: ["hashAlgorithm": "SHA256", "rounds": 1],
            password: "password", salt: "TmFDbA==",
            hash: "sgq3SqJUn34ToOiGy0RxzC5w/NLOgHXA7mSDq7phMvM="),
        PasswordHashVector(
            name: "3 SHA512",
            options: ["hashAlgorithm": "SHA512", "rounds": 1],
            password: "password", salt: "TmFDbA==",
            hash: "2p0svfOgDTflOF7HK5wbHP+05l4lkdV8P+FFq+p6aHPQS7uBGa9TyGc8DfxZsfkcaV2Mfod35WxAzaj5yBEKYw=="),
        PasswordHashVector(
            name: "3 SHA1",
            options: ["hashAlgorithm": "SHA1", "rounds": 1],
            password: "password", salt: "TmFDbA==",
            hash: "4ynUBUr/OQVsCQQZk/6FmoYdJy8="),
        PasswordHashVector(
            name: "3 MD5",
            options: ["hashAlgorithm": "MD5", "rounds": 0],
            password: "password", salt: "TmFDbA==",
            hash: "NjJkMTlmN2U3ZGRjYjU5NDY3Mjg3NzZkMjVlNDEwZWQ="),
        PasswordHashVector(
            name: "3 STANDARD_SCRYPT",
            options: [
                "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "blockSize": 8, "parallelization": 16,
                "dkLen": 64,
            ],
            password: "password", salt: "TmFDbA==",
            hash: "/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA=="),
        PasswordHashVector(
            name: "3 PBKDF2_SHA256",
            options: ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 100000],
            password: "password", salt: "TmFDbA==",
            hash: "5VnqZoKMOie1mhCQGRw7u1FV5Kv8Yb8uxEArtVAl0vSlwAQqXe8VxejCRe5enxUyNN4OWQ60PGRIVPZzEvcQtw=="),
        PasswordHashVector(
            name: "3 PBKDF_SHA1",
            options: ["hashAlgorithm": "PBKDF_SHA1", "rounds": 1000],
            password: "password", salt: "TmFDbA==",
            hash: "lyyzCFlAUpkzVJDKKPSl1PyJGrk="),
        PasswordHashVector(
            name: "3 RFC 6070",
            options: ["hashAlgorithm": "PBKDF_SHA1", "rounds": 1],
            password: "password", salt: "c2FsdA==",
            hash: "DGDID5YfDnHzqbUkr2ASBi/gN6Y="),
    ]
}
