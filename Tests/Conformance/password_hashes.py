"""Password hashes in every form that the Python Admin SDK can import, from published vectors."""

import base64

from firebase_admin import auth

# Hashes of `password` with the salt `NaCl`, except bcrypt's, which is of `password123`.
HASHES = {
    "hmac_sha512": (
        lambda: auth.UserImportHash.hmac_sha512(key=b"secret"),
        "yoFsygT+IMma1lMv+IqBvfHM1DCminat6m9ku6Re5nl8QSy9Z3BwPG9FnejSRcu99tK4xSVVkY6I9euOf8nmQA==",
    ),
    "hmac_sha1": (lambda: auth.UserImportHash.hmac_sha1(key=b"secret"), "tSjltw8SZxad1AY6k8wDYCwUeyI="),
    "hmac_md5": (lambda: auth.UserImportHash.hmac_md5(key=b"secret"), "4tZGVrzeu9LZ9eWZ03FrLg=="),
    "sha1": (lambda: auth.UserImportHash.sha1(rounds=1), "4ynUBUr/OQVsCQQZk/6FmoYdJy8="),
    "sha512": (
        lambda: auth.UserImportHash.sha512(rounds=1),
        "2p0svfOgDTflOF7HK5wbHP+05l4lkdV8P+FFq+p6aHPQS7uBGa9TyGc8DfxZsfkcaV2Mfod35WxAzaj5yBEKYw==",
    ),
    "pbkdf2_sha256": (
        lambda: auth.UserImportHash.pbkdf2_sha256(rounds=100000),
        "5VnqZoKMOie1mhCQGRw7u1FV5Kv8Yb8uxEArtVAl0vSlwAQqXe8VxejCRe5enxUyNN4OWQ60PGRIVPZzEvcQtw==",
    ),
    "hmac_sha256": (
        lambda: auth.UserImportHash.hmac_sha256(key=b"secret"),
        "C5WKh+Qa5RkMlq+h5DX5XKsBOsQt/DEKEaUBAMQqrlI=",
    ),
    "md5": (lambda: auth.UserImportHash.md5(rounds=0), "NjJkMTlmN2U3ZGRjYjU5NDY3Mjg3NzZkMjVlNDEwZWQ="),
    "sha256": (lambda: auth.UserImportHash.sha256(rounds=1), "sgq3SqJUn34ToOiGy0RxzC5w/NLOgHXA7mSDq7phMvM="),
    "pbkdf_sha1": (lambda: auth.UserImportHash.pbkdf_sha1(rounds=1000), "lyyzCFlAUpkzVJDKKPSl1PyJGrk="),
    "bcrypt": (
        auth.UserImportHash.bcrypt,
        "JDJhJDEwJGFiY2RlZmdoaWprbG1ub3BxcnN0dXUwU1lxOHR3cGN0aFMxMHV4UTI2cnYwczNPYmo4VWZ1",
    ),
    "standard_scrypt": (
        lambda: auth.UserImportHash.standard_scrypt(
            memory_cost=1024, parallelization=16, block_size=8, derived_key_length=64
        ),
        "/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA==",
    ),
    "scrypt": (
        lambda: auth.UserImportHash.scrypt(
            key=base64.b64decode(
                "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
            ),
            salt_separator=base64.b64decode("Bw=="),
            rounds=8,
            memory_cost=14,
        ),
        "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==",
    ),
}
