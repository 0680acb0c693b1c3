"""SAML responses as identity providers send them, signed by signxml: an implementation that is not the server's.

Run as a program, it writes the documents that Swift tests read:
python3 Tests/Conformance/saml_documents.py Tests/FirebreakCredentialsTests/Resources/saml-documents.json
"""

import base64
import copy
import datetime
import hashlib
import json
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from lxml import etree
from signxml import XMLSigner, methods

PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion"
SIGNATURE = "http://www.w3.org/2000/09/xmldsig#"
SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success"
EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
PERSISTENT_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"


class Key:
    """A private key with a certificate."""

    def __init__(self, private, start=2020, end=2100):
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "idp.example.test")])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(private.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(datetime.datetime(start, 1, 1))
            .not_valid_after(datetime.datetime(end, 1, 1))
            .sign(private, hashes.SHA256())
        )
        self.certificate = certificate.public_bytes(serialization.Encoding.PEM).decode()
        self.private = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )


def rsa_key(**dates):
    return Key(rsa.generate_private_key(65537, 2048), **dates)


def ec_key():
    return Key(ec.generate_private_key(ec.SECP256R1()))


class Signer(XMLSigner):
    def check_deprecated_methods(self):
        """SHA-1 is allowed: identity providers still use it."""


DEFAULTS = {
    "id": "_a", "response_id": "_r", "request": "_q", "inner_request": None, "status": SUCCESS, "issuer": "idp",
    "destination": "https://app.example.test/__/auth/handler", "audience": "app", "name": "alice@example.test",
    "format": EMAIL_FORMAT, "start": "2026-06-01T11:59:00Z", "end": "2026-06-01T12:05:00Z", "confirmed_until": None,
    "recipient": None, "attributes": {},
}


def attribute(name, value):
    return f' {name}="{value}"' if value is not None else ""


def response(**changes):
    """A response without signatures, as an element. `None` leaves a part out."""
    told = {**DEFAULTS, **changes}
    until = told["confirmed_until"] or told["end"]
    inner = told["inner_request"] or told["request"]
    audience = told["audience"] and (
        f"<saml:AudienceRestriction><saml:Audience>{told['audience']}</saml:Audience></saml:AudienceRestriction>"
    )
    statement = "".join(
        f'<saml:Attribute Name="{name}">'
        + "".join(f"<saml:AttributeValue>{value}</saml:AttributeValue>" for value in values)
        + "</saml:Attribute>"
        for name, values in told["attributes"].items()
    )
    name = told["name"]
    subject = f"<saml:NameID{attribute('Format', told['format'])}>{name}</saml:NameID>" if name is not None else ""
    xml = f"""<samlp:Response xmlns:samlp="{PROTOCOL}" xmlns:saml="{ASSERTION}" \
ID="{told['response_id']}" Version="2.0" IssueInstant="2026-06-01T12:00:00Z"\
{attribute('Destination', told['destination'])}{attribute('InResponseTo', told['request'])}>
<saml:Issuer>{told['issuer']}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="{told['status']}"/></samlp:Status>
<saml:Assertion xmlns:samlp="{PROTOCOL}" xmlns:saml="{ASSERTION}" ID="{told['id']}" Version="2.0" \
IssueInstant="2026-06-01T12:00:00Z"><saml:Issuer>{told['issuer']}</saml:Issuer>
<saml:Subject>{subject}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\
<saml:SubjectConfirmationData{attribute('InResponseTo', inner)}{attribute('NotOnOrAfter', until)}\
{attribute('Recipient', told['recipient'] or told['destination'])}/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions{attribute('NotBefore', told['start'])}{attribute('NotOnOrAfter', told['end'])}>{audience or ''}\
</saml:Conditions>
<saml:AuthnStatement AuthnInstant="2026-06-01T12:00:00Z"/>
{f'<saml:AttributeStatement>{statement}</saml:AttributeStatement>' if statement else ''}
</saml:Assertion></samlp:Response>"""
    return etree.fromstring(xml)


def find(element, name, namespace=ASSERTION):
    return element.find(f".//{{{namespace}}}{name}")


def sign_element(element, key, algorithm="rsa-sha256", digest="sha256", c14n=EXCLUSIVE):
    """The element with a signature behind its issuer, where SAML wants it."""
    signer = Signer(
        method=methods.enveloped, signature_algorithm=algorithm, digest_algorithm=digest, c14n_algorithm=c14n
    )
    signed = signer.sign(
        copy.deepcopy(element), key=key.private, cert=key.certificate, reference_uri=element.get("ID"),
        id_attribute="ID",
    )
    signature = signed.find(f"{{{SIGNATURE}}}Signature")
    signed.remove(signature)
    signature.tail = None
    issuer = signed.find(f"{{{ASSERTION}}}Issuer")
    signature.tail, issuer.tail = issuer.tail, None
    issuer.addnext(signature)
    return signed


def sign_assertion(document, key, **options):
    document = copy.deepcopy(document)
    assertion = find(document, "Assertion")
    alone = copy.deepcopy(assertion)
    alone.tail = None
    signed = sign_element(alone, key, **options)
    signed.tail = assertion.tail
    assertion.getparent().replace(assertion, signed)
    return document


def sign_with_prefix_list(document, key, prefixes):
    """As many providers do: `InclusiveNamespaces` in the transform, which signxml does not write."""
    signed = sign_assertion(document, key)
    transform = signed.findall(f".//{{{SIGNATURE}}}Transform")[-1]
    etree.SubElement(transform, f"{{{EXCLUSIVE}}}InclusiveNamespaces", nsmap={"ec": EXCLUSIVE}).set(
        "PrefixList", " ".join(prefixes)
    )
    signature = find(signed, "Signature", SIGNATURE)
    bare = copy.deepcopy(signed)
    assertion = find(bare, "Assertion")
    # What follows an element would go with it.
    removed = find(assertion, "Signature", SIGNATURE)
    removed.getprevious().tail = (removed.getprevious().tail or "") + (removed.tail or "")
    assertion.remove(removed)
    octets = etree.tostring(
        assertion, method="c14n", exclusive=True, with_comments=False, inclusive_ns_prefixes=prefixes, with_tail=False
    )
    digest = hashlib.sha256(octets).digest()
    find(signature, "DigestValue", SIGNATURE).text = base64.b64encode(digest).decode()
    octets = etree.tostring(
        find(signature, "SignedInfo", SIGNATURE), method="c14n", exclusive=True, with_comments=False, with_tail=False
    )
    private = serialization.load_pem_private_key(key.private, None)
    value = private.sign(octets, padding.PKCS1v15(), hashes.SHA256())
    find(signature, "SignatureValue", SIGNATURE).text = base64.b64encode(value).decode()
    return signed


def text(document):
    return etree.tostring(document).decode()


def parameter(document):
    """The value of `SAMLResponse`."""
    return base64.b64encode(text(document).encode()).decode()


# What must be refused, made of a good response


def evil(signed, **changes):
    """An assertion about somebody else, unsigned."""
    return find(response(id="_evil", name="admin@example.test", **changes), "Assertion")


def wrapped_in_object(signed):
    """The evil assertion takes the signature over, which carries the signed assertion in an object."""
    document = copy.deepcopy(signed)
    good = find(document, "Assertion")
    signature = good.find(f"{{{SIGNATURE}}}Signature")
    other = evil(signed)
    good.getparent().replace(good, other)
    good.remove(signature)
    etree.SubElement(signature, f"{{{SIGNATURE}}}Object").append(good)
    other.find(f"{{{ASSERTION}}}Issuer").addnext(signature)
    return document


def wrapped_as_sibling(signed, before=True):
    document = copy.deepcopy(signed)
    good = find(document, "Assertion")
    (good.addprevious if before else good.addnext)(evil(signed))
    return document


def wrapped_in_extensions(signed):
    document = copy.deepcopy(signed)
    good = find(document, "Assertion")
    good.addprevious(evil(signed))
    extensions = etree.Element(f"{{{PROTOCOL}}}Extensions")
    document.insert(1, extensions)
    extensions.append(good)
    return document


def wrapped_response(signed):
    """A signed response inside the signature's object of an evil response that names it."""
    outer = response(id="_evil", response_id="_outer", name="admin@example.test")
    inner = copy.deepcopy(signed)
    signature = inner.find(f"{{{SIGNATURE}}}Signature")
    inner.remove(signature)
    etree.SubElement(signature, f"{{{SIGNATURE}}}Object").append(inner)
    outer.find(f"{{{ASSERTION}}}Issuer").addnext(signature)
    return outer


def wrapped_in_advice(signed):
    """The signed assertion as advice within the evil one."""
    document = copy.deepcopy(signed)
    good = find(document, "Assertion")
    other = evil(signed)
    good.getparent().replace(good, other)
    etree.SubElement(other, f"{{{ASSERTION}}}Advice").append(good)
    return document


def with_repeated_id(signed):
    document = wrapped_in_object(signed)
    find(document, "Assertion").set("ID", "_a")
    return document


def with_moved_signature(signed):
    """The assertion's signature stands below the response."""
    document = copy.deepcopy(signed)
    signature = find(document, "Signature", SIGNATURE)
    signature.getparent().remove(signature)
    document.find(f"{{{ASSERTION}}}Issuer").addnext(signature)
    return document


def with_text(signed, path, change):
    document = copy.deepcopy(signed)
    element = find(document, path[0], path[1])
    element.text = change(element.text)
    return document


def with_attribute(signed, name, attribute_name, value, namespace=SIGNATURE):
    document = copy.deepcopy(signed)
    find(document, name, namespace).set(attribute_name, value)
    return document


def flipped(value):
    value = value.strip()
    return ("B" if value[0] == "A" else "A") + value[1:]


def with_second_reference(signed):
    document = copy.deepcopy(signed)
    reference = find(document, "Reference", SIGNATURE)
    reference.addnext(copy.deepcopy(reference))
    return document


def documents():
    key, other, elliptic, old = rsa_key(), rsa_key(), ec_key(), rsa_key(start=2022, end=2024)
    plain = response(attributes={"team": ["blue"], "groups": ["a", "b"]})
    signed = sign_assertion(plain, key)
    signed_response = sign_element(plain, key)
    commented = response(name="alice@example.test<!-- -->.evil.test")
    spaced = response(name="\n  alice@example.test\n")
    good = {
        "assertion": (signed, key),
        "response": (signed_response, key),
        "both": (sign_element(signed, key), key),
        "an expired certificate": (sign_assertion(plain, old), old),
        "ECDSA with SHA-256": (sign_assertion(plain, elliptic, algorithm="ecdsa-sha256"), elliptic),
        "a prefix list": (sign_with_prefix_list(plain, key, ["samlp", "saml"]), key),
        "inclusive": (sign_assertion(plain, key, c14n=INCLUSIVE), key),
        "inclusive of the response": (sign_element(plain, key, c14n=INCLUSIVE), key),
        "exclusive with comments": (sign_assertion(plain, key, c14n=EXCLUSIVE + "WithComments"), key),
        "spaces around the name": (sign_assertion(spaced, key), key),
    }
    for bits in ("1", "384", "512"):
        changed = sign_assertion(plain, key, algorithm=f"rsa-sha{bits}", digest=f"sha{bits}")
        good[f"RSA with SHA-{bits}"] = (changed, key)
    bad = {
        "unsigned": ("unsigned", plain),
        "by another key": ("badSignature", sign_assertion(plain, other)),
        "another signature": ("badSignature", with_text(signed, ("SignatureValue", SIGNATURE), flipped)),
        "another digest": ("badSignature", with_text(signed, ("DigestValue", SIGNATURE), flipped)),
        "another name": ("badSignature", with_text(signed, ("NameID", ASSERTION), lambda _: "admin@example.test")),
        "another name in a signed response": (
            "badSignature", with_text(signed_response, ("NameID", ASSERTION), lambda _: "admin@example.test")
        ),
        "a reference to everything": ("badSignature", with_attribute(signed, "Reference", "URI", "")),
        "a reference to something else": ("badSignature", with_attribute(signed, "Reference", "URI", "#_r")),
        "an unknown digest": (
            "badSignature",
            with_attribute(signed, "DigestMethod", "Algorithm", "http://www.w3.org/2001/04/xmldsig-more#md5"),
        ),
        "a shared secret": (
            "badSignature",
            with_attribute(signed, "SignatureMethod", "Algorithm", SIGNATURE + "hmac-sha1"),
        ),
        "a stylesheet": (
            "badSignature",
            with_attribute(signed, "Transform", "Algorithm", "http://www.w3.org/TR/1999/REC-xslt-19991116"),
        ),
        "two references": ("badSignature", with_second_reference(signed)),
        "the signature elsewhere": ("badSignature", with_moved_signature(signed)),
        "wrapped in an object": ("severalAssertions", wrapped_in_object(signed)),
        "wrapped as a sibling": ("severalAssertions", wrapped_as_sibling(signed)),
        "wrapped as a later sibling": ("severalAssertions", wrapped_as_sibling(signed, before=False)),
        "wrapped in extensions": ("severalAssertions", wrapped_in_extensions(signed)),
        "wrapped in advice": ("severalAssertions", wrapped_in_advice(signed)),
        "wrapped response": ("severalAssertions", wrapped_response(signed_response)),
        "a repeated ID": ("repeatedID", with_repeated_id(signed)),
    }
    return {
        "certificates": {
            "rsa": key.certificate, "other": other.certificate, "ec": elliptic.certificate, "old": old.certificate
        },
        "good": [
            {"title": title, "xml": text(document), "certificate": by.certificate}
            for title, (document, by) in good.items()
        ],
        # Whoever cuts a text at a comment reads another name than the one that was signed.
        "commented": text(sign_assertion(commented, key)),
        "bad": [
            {"title": title, "xml": text(document), "failure": failure} for title, (failure, document) in bad.items()
        ],
    }


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(documents(), file, indent=1)
        file.write("\n")
