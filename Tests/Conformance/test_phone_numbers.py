"""Phone numbers beside libphonenumber's judgement of mobile numbers, for every country code."""

import importlib.util
import pathlib

import phonenumbers
import pytest
from phonenumbers import PhoneMetadata, PhoneNumberType, ValidationResult
from phonenumbers.data import _COUNTRY_CODE_TO_REGION_CODE

from rest import failure, ok
from sms import send_code

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.profiles("local", "production"), pytest.mark.all_allowed]

INVALID = "INVALID_PHONE_NUMBER : "


def generator():
    path = REPOSITORY / "scripts/update-phone-numbers.py"
    spec = importlib.util.spec_from_file_location("update_phone_numbers", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mobile_lengths(code):
    metadata = PhoneMetadata.metadata_for_region_or_calling_code(code, _COUNTRY_CODE_TO_REGION_CODE[code][0])
    lengths = metadata.mobile and metadata.mobile.possible_length
    return sorted(lengths) if lengths and lengths[0] > 0 else []


def example(code):
    """The digits of a mobile number behind the country code."""
    region = _COUNTRY_CODE_TO_REGION_CODE[code][0]
    if region == "001":
        number = phonenumbers.example_number_for_non_geo_entity(code)
    else:
        number = phonenumbers.example_number_for_type(region, PhoneNumberType.MOBILE)
    return phonenumbers.national_significant_number(number)


MOBILE_CODES = [code for code in sorted(_COUNTRY_CODE_TO_REGION_CODE) if mobile_lengths(code)]
OTHER_CODES = [code for code in range(1, 1000) if code not in _COUNTRY_CODE_TO_REGION_CODE]


def outcome(rest, number):
    answer = send_code(rest, number)
    return "" if answer.status_code == 200 else failure(answer).removeprefix(INVALID)


def judgement(text):
    """What libphonenumber says of the text as a mobile number."""
    number = phonenumbers.parse(text)
    reason = phonenumbers.is_possible_number_for_type_with_reason(number, PhoneNumberType.MOBILE)
    return {
        ValidationResult.IS_POSSIBLE: "",
        # With its country code it is not a local number.
        ValidationResult.IS_POSSIBLE_LOCAL_ONLY: "TOO_SHORT",
        ValidationResult.TOO_SHORT: "TOO_SHORT",
        ValidationResult.TOO_LONG: "TOO_LONG",
        ValidationResult.INVALID_LENGTH: "Invalid format.",
    }[reason]


def test_the_table_is_the_librarys(profile):
    if profile == "local":
        module = generator()
        assert module.TARGET.read_text() == module.source()


def test_example_numbers_of_all_countries_pass(rest):
    for code in MOBILE_CODES:
        text = f"+{code}{example(code)}"
        assert judgement(text) == "" and outcome(rest, text) == "", text


def test_lengths_of_all_countries(rest):
    different = []
    for code in MOBILE_CODES:
        digits = example(code)
        lengths = mobile_lengths(code)
        for length in range(max(2, lengths[0] - 2), lengths[-1] + 3):
            number = (digits + "2" * 20)[:length]
            text = f"+{code}{number}"
            if phonenumbers.national_significant_number(phonenumbers.parse(text)) != number:
                # The country has a rule that makes another number of it, as Gabon has for those of before 2019.
                continue
            expected = judgement(text)
            if length == lengths[0] - 1:
                assert expected == "TOO_SHORT"
            if length > lengths[-1]:
                assert expected == "TOO_LONG"
            if outcome(rest, text) != expected:
                different.append((text, expected, outcome(rest, text)))
    assert different == []


def test_national_prefixes_of_all_countries(rest):
    prefixes = 0
    for code in MOBILE_CODES:
        region = _COUNTRY_CODE_TO_REGION_CODE[code][0]
        prefix = PhoneMetadata.metadata_for_region_or_calling_code(code, region).national_prefix
        if not prefix:
            continue
        digits = example(code)
        text = f"+{code} ({prefix}) {digits}"
        parsed = phonenumbers.parse(text)
        if phonenumbers.national_significant_number(parsed) != digits:
            continue
        prefixes += 1
        sent = rest.admin("/accounts", {"localId": f"p{code}", "phoneNumber": text})
        assert ok(sent)["localId"] == f"p{code}", text
        assert rest.account(f"p{code}")["phoneNumber"] == f"+{code}{digits}"
    assert prefixes > 100


def test_country_codes_that_do_not_exist(rest):
    known = tuple(str(code) for code in _COUNTRY_CODE_TO_REGION_CODE)
    for code in OTHER_CODES:
        text = f"+{code}5550123456"
        if not text[1:].startswith(known):
            assert outcome(rest, text) == "Invalid format.", text
