"""Sign-in with a SAML provider whose documents signxml signs: saml.md."""

import base64
import datetime
import functools
import json
import uuid
import zlib
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from lxml import etree
from signxml import XMLVerifier

import saml_documents
from federation import sign_in
from mail import page
from rest import claims, failure, ok

pytestmark = pytest.mark.profiles("local", "production")

EMAIL = "alice@example.test"
REFUSED = "INVALID_IDP_RESPONSE : "
BAD_SIGNATURE = REFUSED + "Failed to verify the signature in SAMLResponse"
DUPLICATE = "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."


@functools.cache
def key(name="first", kind=saml_documents.rsa_key):
    """Making RSA keys takes long enough to keep them."""
    return kind()


def configuration(rest, **changes):
    provider = {
        "idpEntityId": "idp", "ssoUrl": "https://idp.example.test/sso",
        "idpCertificates": [{"x509Certificate": "not-a-certificate"}, {"x509Certificate": key().certificate}], **changes,
    }
    return {"enabled": True, "idpConfig": provider, "spConfig": {"spEntityId": "app", "callbackUri": page(rest)}}


def config(rest, verb="GET", body=None, **parameters):
    path = "/inboundSamlConfigs/saml.acme" if verb != "POST" else "/inboundSamlConfigs"
    return rest.admin(path, body, verb=verb, version="v2", params=parameters)


@pytest.fixture(autouse=True)
def provider(rest):
    rest.allow_all()
    rest.firebreak.rules.patch(credentials="verified", idp_pages="provider", providers="configured")
    ok(config(rest, "POST", configuration(rest), inboundSamlConfigId="saml.acme"))


def begin(rest):
    """The session, the URL at the provider, and the request in it."""
    answer = ok(rest.app("createAuthUri", {"providerId": "saml.acme", "continueUri": page(rest)}))
    parameters = parse_qs(urlsplit(answer["authUri"]).query)
    document = zlib.decompress(base64.b64decode(parameters["SAMLRequest"][0]), wbits=-15)
    return answer["sessionId"], answer["authUri"], etree.fromstring(document)


def moment(seconds):
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def response(rest, **changes):
    """A response that nothing is wrong with, unsigned."""
    number = uuid.uuid4().hex
    return saml_documents.response(**{
        "id": f"_a{number}", "response_id": f"_r{number}", "destination": page(rest), "request": None,
        "start": moment(-60), "end": moment(300), "name": EMAIL, **changes,
    })


def signed(document, by=None, **options):
    return saml_documents.sign_assertion(document, by or key(), **options)


def present(rest, document, **extra):
    return sign_in(rest, "saml.acme", {"SAMLResponse": saml_documents.parameter(document)}, **extra)


def test_from_the_request_to_the_account(rest):
    session, url, request = begin(rest)
    assert url.startswith("https://idp.example.test/sso?SAMLRequest=")
    assert request.get("AssertionConsumerServiceURL") == page(rest)
    document = signed(response(
        rest, request=request.get("ID"), attributes={"team": ["blue"], "groups": ["b", "a"]}))
    answer = ok(present(rest, document, sessionId=session, returnIdpCredential=True))
    assert (answer["federatedId"], answer["email"], answer["emailVerified"]) == (f"saml.acme/{EMAIL}", EMAIL, True)
    assert answer["context"] == "" and answer["pendingToken"]
    assert not {"oauthAccessToken", "oauthIdToken", "displayName", "fullName"} & answer.keys()
    attributes = {"team": "blue", "groups": ["b", "a"]}
    refreshed = ok(rest.refresh(answer["refreshToken"]))["id_token"]
    cookie = ok(rest.admin(":createSessionCookie", {"idToken": refreshed}))["sessionCookie"]
    for token in (answer["idToken"], refreshed, cookie):
        firebase = claims(token)["firebase"]
        assert firebase["sign_in_attributes"] == attributes
        assert firebase["identities"]["saml.acme"] == [EMAIL]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("p-1", saml_documents.PERSISTENT_FORMAT), (EMAIL, saml_documents.PERSISTENT_FORMAT), (EMAIL, None),
        (EMAIL, "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"), ("p-1", saml_documents.EMAIL_FORMAT),
    ],
)
def test_a_name_that_is_no_address(rest, name, form):
    answer = ok(present(rest, signed(response(rest, name=name, format=form))))
    assert answer["emailVerified"] is False
    assert not {"email", "rawUserInfo"} & answer.keys()
    user = rest.account(answer["localId"])
    assert not {"email", "emailVerified"} & user.keys()


@pytest.mark.parametrize("bits", ["1", "256", "384", "512"])
def test_rsa(rest, bits):
    ok(present(rest, signed(response(rest), algorithm=f"rsa-sha{bits}", digest=f"sha{bits}")))


def test_ecdsa(rest):
    elliptic = key("elliptic", saml_documents.ec_key)
    certificates = {"idpConfig": {"idpCertificates": [{"x509Certificate": elliptic.certificate}]}}
    ok(config(rest, "PATCH", certificates, updateMask="idpConfig.idpCertificates"))
    ok(present(rest, signed(response(rest), elliptic, algorithm="ecdsa-sha256")))
    assert failure(present(rest, signed(response(rest)))) == BAD_SIGNATURE


def test_signed_responses(rest):
    ok(present(rest, saml_documents.sign_element(response(rest), key())))
    ok(present(rest, saml_documents.sign_element(signed(response(rest)), key())))
    ok(present(rest, signed(response(rest), c14n=saml_documents.INCLUSIVE)))


def test_nothing_else_signs_anybody_in(rest):
    assert failure(present(rest, response(rest))) == (
        REFUSED + "Missing signature in Assertion and Response enclosing it (if present)."
    )
    assert failure(present(rest, signed(response(rest), key("other")))) == BAD_SIGNATURE
    good = signed(response(rest))
    name = ("NameID", saml_documents.ASSERTION)
    assert failure(present(rest, saml_documents.with_text(good, name, lambda _: "admin@example.test"))) == BAD_SIGNATURE
    for wrap in (
        saml_documents.wrapped_in_object, saml_documents.wrapped_as_sibling, saml_documents.wrapped_in_extensions,
        saml_documents.wrapped_in_advice, saml_documents.with_moved_signature,
    ):
        assert failure(present(rest, wrap(signed(response(rest))))).startswith(REFUSED)
    text = base64.b64encode(b"<!DOCTYPE a [<!ENTITY e 'x'>]>" + etree.tostring(good)).decode()
    assert failure(sign_in(rest, "saml.acme", {"SAMLResponse": text})) == (
        REFUSED + "SAMLResponse has a document type declaration."
    )
    assert rest.accounts() == []


def test_a_comment_does_not_cut_a_name(rest):
    name = "alice@example.test<!-- -->.evil.test"
    answer = ok(present(rest, signed(response(rest, name=name))))
    assert answer["federatedId"] == "saml.acme/alice@example.test.evil.test"


def test_nothing_of_a_document_is_written_to_the_log(rest, server):
    """The library that parses would do so itself, with words of whoever sent the document."""
    identifier = "{http://www.w3.org/XML/1998/namespace}id"
    document = signed(response(rest))
    for number, element in enumerate(document.iter("{*}Issuer", "{*}Subject", "{*}Conditions")):
        element.set(identifier, "no name of a stranger" if number else "twice")
        etree.SubElement(element, "{a-relative-name-of-a-stranger}x").set(identifier, "twice")
    before = server.log.stat().st_size
    assert failure(present(rest, document)).startswith(REFUSED)
    text = server.log.read_bytes()[before:].decode(errors="replace")
    assert "stranger" not in text and "error :" not in text, text


def test_what_is_checked(rest):
    refused = {
        "status": ("urn:denied", "SAMLResponse status code not SUCCESS, instead it is: urn:denied"),
        "issuer": ("other", "Assertion has Issuer other which is different from expected Issuer idp."),
        "audience": ("other", "All <AudienceRestriction>s should contain the SAML RP entity ID: 'app'."),
        "destination": (
            "https://other.example",
            f"SAMLResponse destination https://other.example does not match RP callback URL {page(rest)}.",
        ),
        "name": ("", "Invalid assertion: missing or empty NameID"),
    }
    for name, (value, message) in refused.items():
        assert failure(present(rest, signed(response(rest, **{name: value})))) == REFUSED + message
    for name, value, words in (
        ("start", moment(600), "is before NotBefore attribute, "),
        ("end", moment(-600), "is on or after NotOnOrAfter attribute, "),
        ("confirmed_until", moment(-600), "is on or after NotOnOrAfter attribute, "),
    ):
        message = failure(present(rest, signed(response(rest, **{name: value}))))
        assert message.startswith(REFUSED + "Current instant, ")
        assert message.endswith(words + value.replace("Z", ".000Z"))
    ok(present(rest, signed(response(rest, recipient="https://anywhere.example", audience=None, destination=None))))


def test_requests_and_responses_belong_together(rest):
    session, _, request = begin(rest)
    both = "InResponseTo in both Response and SubjectConfirmationData must match the request ID."
    present_in = lambda **changes: present(rest, signed(response(rest, **changes)), sessionId=session)
    assert failure(present_in()) == (
        REFUSED + "InResponseTo attribute must be present in both Response and SubjectConfirmationData."
    )
    assert failure(present_in(request="_other")) == REFUSED + both
    assert failure(present_in(request=request.get("ID"), inner_request="_other")) == REFUSED + both
    ok(present_in(request=request.get("ID")))


def test_an_assertion_is_good_once(rest):
    document = signed(response(rest))
    ok(present(rest, document))
    assert failure(present(rest, document)) == DUPLICATE
    # What is remembered is the assertion's ID.
    again = response(rest, id=saml_documents.find(document, "Assertion").get("ID"))
    assert failure(present(rest, signed(again))) == DUPLICATE


def test_signed_requests(rest):
    _, url, _ = begin(rest)
    assert "Signature=" not in url
    assert "spCertificates" not in ok(config(rest))["spConfig"]
    on = {"idpConfig": {"signRequest": True}}
    (certificate,) = ok(config(rest, "PATCH", on, updateMask="idpConfig.signRequest"))["spConfig"]["spCertificates"]
    assert ok(config(rest))["spConfig"]["spCertificates"] == [certificate]
    _, url, _ = begin(rest)
    query = urlsplit(url).query
    message, signature = query.split("&Signature=")
    assert message.endswith("&SigAlg=" + quote("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", safe=""))
    x509.load_pem_x509_certificate(certificate["x509Certificate"].encode()).public_key().verify(
        base64.b64decode(parse_qs(query)["Signature"][0]), message.encode(), padding.PKCS1v15(), hashes.SHA256()
    )


def test_the_page_signs_what_the_provider_would(rest, server):
    rest.firebreak.rules.patch(idp_pages="builtin")
    answer = ok(rest.app("createAuthUri", {"providerId": "saml.acme", "continueUri": page(rest)}))
    assert answer["authUri"].startswith(server.url)
    about = {"samlNameId": EMAIL, "claims": json.dumps({"name": "Ada <&> Lövelace", "email": EMAIL})}
    told = rest.session.get(answer["authUri"], params=about, timeout=30)
    form = {"SAMLResponse": ok(told)["SAMLResponse"]}
    document = base64.b64decode(form["SAMLResponse"])
    # By this server's key, whose certificate other programs can get as well.
    (certificate,) = ok(rest.session.get(
        f"{server.url}/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", timeout=30)).values()
    XMLVerifier().verify(document, x509_cert=certificate, id_attribute="ID")
    signed_in = ok(sign_in(rest, "saml.acme", form, sessionId=answer["sessionId"]))
    assert (signed_in["email"], signed_in["isNewUser"]) == (EMAIL, True)
    assert json.loads(signed_in["rawUserInfo"]) == {"name": "Ada <&> Lövelace"}
    rest.firebreak.rules.patch(idp_pages="provider")
    other = rest.session.get(answer["authUri"], params={"samlNameId": EMAIL}, timeout=30)
    assert "Rule idpPages is provider" in other.text


@pytest.mark.profiles("local")
def test_a_response_of_another_project_signs_in(rest):
    """What issueSamlResponse makes is a response that signInWithIdp takes where responses are not verified."""
    rest.firebreak.rules.patch(credentials="unverified", providers="any", idp_pages="builtin")
    token = rest.sign_up(EMAIL, "correct-horse")["idToken"]
    issued = ok(rest.app("issueSamlResponse", {"idToken": token, "rpId": "app"}))
    ok(rest.app("delete", {"idToken": token}))
    answer = ok(sign_in(rest, "saml.acme", {"SAMLResponse": issued["samlResponse"]}))
    assert (answer["email"], answer["isNewUser"]) == (EMAIL, True)
