// Files as bytes in the binary: pages, texts, the catalogue of errors, API documents. One file stays one file, and no disk is read.
// A new file needs its lines here; a test compares the list with the folder.

#include "CResources.h"

// Until C23 is the compilers' default, this directive is an extension of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_identitytoolkit_v1_json[] = {
#embed "Resources/api/identitytoolkit.v1.json"
};
static const unsigned char api_identitytoolkit_v2_json[] = {
#embed "Resources/api/identitytoolkit.v2.json"
};
static const unsigned char api_identitytoolkit_v3_json[] = {
#embed "Resources/api/identitytoolkit.v3.json"
};
static const unsigned char api_mailpit_json[] = {
#embed "Resources/api/mailpit.json"
};
static const unsigned char api_own_json[] = {
#embed "Resources/api/own.json"
};
static const unsigned char console_account_html[] = {
#embed "Resources/console/account.html"
};
static const unsigned char console_accounts_css[] = {
#embed "Resources/console/accounts.css"
};
static const unsigned char console_accounts_html[] = {
#embed "Resources/console/accounts.html"
};
static const unsigned char console_announce_js[] = {
#embed "Resources/console/announce.js"
};
static const unsigned char console_autosubmit_js[] = {
#embed "Resources/console/autosubmit.js"
};
static const unsigned char console_choices_js[] = {
#embed "Resources/console/choices.js"
};
static const unsigned char console_claims_js[] = {
#embed "Resources/console/claims.js"
};
static const unsigned char console_clock_js[] = {
#embed "Resources/console/clock.js"
};
static const unsigned char console_confirm_js[] = {
#embed "Resources/console/confirm.js"
};
static const unsigned char console_console_css[] = {
#embed "Resources/console/console.css"
};
static const unsigned char console_console_html[] = {
#embed "Resources/console/console.html"
};
static const unsigned char console_console_js[] = {
#embed "Resources/console/console.js"
};
static const unsigned char console_controls_html[] = {
#embed "Resources/console/controls.html"
};
static const unsigned char console_copy_js[] = {
#embed "Resources/console/copy.js"
};
static const unsigned char console_drop_js[] = {
#embed "Resources/console/drop.js"
};
static const unsigned char console_errors_html[] = {
#embed "Resources/console/errors.html"
};
static const unsigned char console_failure_html[] = {
#embed "Resources/console/failure.html"
};
static const unsigned char console_faults_html[] = {
#embed "Resources/console/faults.html"
};
static const unsigned char console_fixtures_html[] = {
#embed "Resources/console/fixtures.html"
};
static const unsigned char console_filters_html[] = {
#embed "Resources/console/filters.html"
};
static const unsigned char console_fold_js[] = {
#embed "Resources/console/fold.js"
};
static const unsigned char console_general_css[] = {
#embed "Resources/console/general.css"
};
static const unsigned char console_icon_svg[] = {
#embed "Resources/console/icon.svg"
};
static const unsigned char console_keys_js[] = {
#embed "Resources/console/keys.js"
};
static const unsigned char console_lines_js[] = {
#embed "Resources/console/lines.js"
};
static const unsigned char console_live_js[] = {
#embed "Resources/console/live.js"
};
static const unsigned char console_look_js[] = {
#embed "Resources/console/look.js"
};
static const unsigned char console_mail_html[] = {
#embed "Resources/console/mail.html"
};
static const unsigned char console_menus_js[] = {
#embed "Resources/console/menus.js"
};
static const unsigned char console_message_html[] = {
#embed "Resources/console/message.html"
};
static const unsigned char console_options_js[] = {
#embed "Resources/console/options.js"
};
static const unsigned char console_outbox_css[] = {
#embed "Resources/console/outbox.css"
};
static const unsigned char console_outbox_html[] = {
#embed "Resources/console/outbox.html"
};
static const unsigned char console_place_js[] = {
#embed "Resources/console/place.js"
};
static const unsigned char console_preview_js[] = {
#embed "Resources/console/preview.js"
};
static const unsigned char console_projects_html[] = {
#embed "Resources/console/projects.html"
};
static const unsigned char console_request_html[] = {
#embed "Resources/console/request.html"
};
static const unsigned char console_requests_css[] = {
#embed "Resources/console/requests.css"
};
static const unsigned char console_requests_html[] = {
#embed "Resources/console/requests.html"
};
static const unsigned char console_rows_js[] = {
#embed "Resources/console/rows.js"
};

static const unsigned char console_select_js[] = {
#embed "Resources/console/select.js"
};
static const unsigned char console_session_html[] = {
#embed "Resources/console/session.html"
};
static const unsigned char console_settings_css[] = {
#embed "Resources/console/settings.css"
};
static const unsigned char console_settings_html[] = {
#embed "Resources/console/settings.html"
};
static const unsigned char console_state_css[] = {
#embed "Resources/console/state.css"
};
static const unsigned char console_state_html[] = {
#embed "Resources/console/state.html"
};
static const unsigned char console_submit_js[] = {
#embed "Resources/console/submit.js"
};
static const unsigned char console_target_js[] = {
#embed "Resources/console/target.js"
};
static const unsigned char console_templates_html[] = {
#embed "Resources/console/templates.html"
};
static const unsigned char console_theme_js[] = {
#embed "Resources/console/theme.js"
};
static const unsigned char console_times_js[] = {
#embed "Resources/console/times.js"
};
static const unsigned char console_unsaved_js[] = {
#embed "Resources/console/unsaved.js"
};
static const unsigned char console_why_html[] = {
#embed "Resources/console/why.html"
};
static const unsigned char design_css[] = {
#embed "Resources/design.css"
};
static const unsigned char errors_answers_txt[] = {
#embed "Resources/errors/answers.txt"
};
static const unsigned char errors_errors_txt[] = {
#embed "Resources/errors/errors.txt"
};
static const unsigned char pages_action_css[] = {
#embed "Resources/pages/action.css"
};
static const unsigned char pages_action_html[] = {
#embed "Resources/pages/action.html"
};
static const unsigned char pages_action_js[] = {
#embed "Resources/pages/action.js"
};
static const unsigned char pages_iframe_html[] = {
#embed "Resources/pages/iframe.html"
};
static const unsigned char pages_iframe_js[] = {
#embed "Resources/pages/iframe.js"
};
static const unsigned char pages_page_css[] = {
#embed "Resources/pages/page.css"
};
static const unsigned char pages_page_html[] = {
#embed "Resources/pages/page.html"
};
static const unsigned char pages_refusal_js[] = {
#embed "Resources/pages/refusal.js"
};
static const unsigned char pages_sign_in_css[] = {
#embed "Resources/pages/sign-in.css"
};
static const unsigned char pages_sign_in_html[] = {
#embed "Resources/pages/sign-in.html"
};
static const unsigned char pages_sign_in_js[] = {
#embed "Resources/pages/sign-in.js"
};
static const unsigned char pages_way_back_js[] = {
#embed "Resources/pages/way-back.js"
};
static const unsigned char texts_ar_ini[] = {
#embed "Resources/texts/ar.ini"
};
static const unsigned char texts_de_ini[] = {
#embed "Resources/texts/de.ini"
};
static const unsigned char texts_en_ini[] = {
#embed "Resources/texts/en.ini"
};
static const unsigned char texts_es_ini[] = {
#embed "Resources/texts/es.ini"
};
static const unsigned char texts_fi_ini[] = {
#embed "Resources/texts/fi.ini"
};
static const unsigned char texts_fr_ini[] = {
#embed "Resources/texts/fr.ini"
};
static const unsigned char texts_he_ini[] = {
#embed "Resources/texts/he.ini"
};
static const unsigned char texts_id_ini[] = {
#embed "Resources/texts/id.ini"
};
static const unsigned char texts_it_ini[] = {
#embed "Resources/texts/it.ini"
};
static const unsigned char texts_ja_ini[] = {
#embed "Resources/texts/ja.ini"
};
static const unsigned char texts_ko_ini[] = {
#embed "Resources/texts/ko.ini"
};
static const unsigned char texts_nl_ini[] = {
#embed "Resources/texts/nl.ini"
};
static const unsigned char texts_pl_ini[] = {
#embed "Resources/texts/pl.ini"
};
static const unsigned char texts_pt_ini[] = {
#embed "Resources/texts/pt.ini"
};
static const unsigned char texts_ru_ini[] = {
#embed "Resources/texts/ru.ini"
};
static const unsigned char texts_tr_ini[] = {
#embed "Resources/texts/tr.ini"
};
static const unsigned char texts_uk_ini[] = {
#embed "Resources/texts/uk.ini"
};
static const unsigned char texts_vi_ini[] = {
#embed "Resources/texts/vi.ini"
};
static const unsigned char texts_zh_TW_ini[] = {
#embed "Resources/texts/zh-TW.ini"
};
static const unsigned char texts_zh_ini[] = {
#embed "Resources/texts/zh.ini"
};

#define RESOURCE(name, bytes) { name, bytes, sizeof bytes }

static const firebreak_resource resources[] = {
    RESOURCE("api/identitytoolkit.v1.json", api_identitytoolkit_v1_json),
    RESOURCE("api/identitytoolkit.v2.json", api_identitytoolkit_v2_json),
    RESOURCE("api/identitytoolkit.v3.json", api_identitytoolkit_v3_json),
    RESOURCE("api/mailpit.json", api_mailpit_json),
    RESOURCE("api/own.json", api_own_json),
    RESOURCE("console/account.html", console_account_html),
    RESOURCE("console/accounts.css", console_accounts_css),
    RESOURCE("console/accounts.html", console_accounts_html),
    RESOURCE("console/announce.js", console_announce_js),
    RESOURCE("console/autosubmit.js", console_autosubmit_js),
    RESOURCE("console/choices.js", console_choices_js),
    RESOURCE("console/claims.js", console_claims_js),
    RESOURCE("console/clock.js", console_clock_js),
    RESOURCE("console/confirm.js", console_confirm_js),
    RESOURCE("console/console.css", console_console_css),
    RESOURCE("console/console.html", console_console_html),
    RESOURCE("console/console.js", console_console_js),
    RESOURCE("console/controls.html", console_controls_html),
    RESOURCE("console/copy.js", console_copy_js),
    RESOURCE("console/drop.js", console_drop_js),
    RESOURCE("console/errors.html", console_errors_html),
    RESOURCE("console/failure.html", console_failure_html),
    RESOURCE("console/faults.html", console_faults_html),
    RESOURCE("console/fixtures.html", console_fixtures_html),
    RESOURCE("console/filters.html", console_filters_html),
    RESOURCE("console/fold.js", console_fold_js),
    RESOURCE("console/general.css", console_general_css),
    RESOURCE("console/icon.svg", console_icon_svg),
    RESOURCE("console/keys.js", console_keys_js),
    RESOURCE("console/lines.js", console_lines_js),
    RESOURCE("console/live.js", console_live_js),
    RESOURCE("console/look.js", console_look_js),
    RESOURCE("console/mail.html", console_mail_html),
    RESOURCE("console/menus.js", console_menus_js),
    RESOURCE("console/message.html", console_message_html),
    RESOURCE("console/options.js", console_options_js),
    RESOURCE("console/outbox.css", console_outbox_css),
    RESOURCE("console/outbox.html", console_outbox_html),
    RESOURCE("console/place.js", console_place_js),
    RESOURCE("console/preview.js", console_preview_js),
    RESOURCE("console/projects.html", console_projects_html),
    RESOURCE("console/request.html", console_request_html),
    RESOURCE("console/requests.css", console_requests_css),
    RESOURCE("console/requests.html", console_requests_html),
    RESOURCE("console/rows.js", console_rows_js),
    RESOURCE("console/select.js", console_select_js),
    RESOURCE("console/session.html", console_session_html),
    RESOURCE("console/settings.css", console_settings_css),
    RESOURCE("console/settings.html", console_settings_html),
    RESOURCE("console/state.css", console_state_css),
    RESOURCE("console/state.html", console_state_html),
    RESOURCE("console/submit.js", console_submit_js),
    RESOURCE("console/target.js", console_target_js),
    RESOURCE("console/templates.html", console_templates_html),
    RESOURCE("console/theme.js", console_theme_js),
    RESOURCE("console/times.js", console_times_js),
    RESOURCE("console/unsaved.js", console_unsaved_js),
    RESOURCE("console/why.html", console_why_html),
    RESOURCE("design.css", design_css),
    RESOURCE("errors/answers.txt", errors_answers_txt),
    RESOURCE("errors/errors.txt", errors_errors_txt),
    RESOURCE("pages/action.css", pages_action_css),
    RESOURCE("pages/action.html", pages_action_html),
    RESOURCE("pages/action.js", pages_action_js),
    RESOURCE("pages/iframe.html", pages_iframe_html),
    RESOURCE("pages/iframe.js", pages_iframe_js),
    RESOURCE("pages/page.css", pages_page_css),
    RESOURCE("pages/page.html", pages_page_html),
    RESOURCE("pages/refusal.js", pages_refusal_js),
    RESOURCE("pages/sign-in.css", pages_sign_in_css),
    RESOURCE("pages/sign-in.html", pages_sign_in_html),
    RESOURCE("pages/sign-in.js", pages_sign_in_js),
    RESOURCE("pages/way-back.js", pages_way_back_js),
    RESOURCE("texts/ar.ini", texts_ar_ini),
    RESOURCE("texts/de.ini", texts_de_ini),
    RESOURCE("texts/en.ini", texts_en_ini),
    RESOURCE("texts/es.ini", texts_es_ini),
    RESOURCE("texts/fi.ini", texts_fi_ini),
    RESOURCE("texts/fr.ini", texts_fr_ini),
    RESOURCE("texts/he.ini", texts_he_ini),
    RESOURCE("texts/id.ini", texts_id_ini),
    RESOURCE("texts/it.ini", texts_it_ini),
    RESOURCE("texts/ja.ini", texts_ja_ini),
    RESOURCE("texts/ko.ini", texts_ko_ini),
    RESOURCE("texts/nl.ini", texts_nl_ini),
    RESOURCE("texts/pl.ini", texts_pl_ini),
    RESOURCE("texts/pt.ini", texts_pt_ini),
    RESOURCE("texts/ru.ini", texts_ru_ini),
    RESOURCE("texts/tr.ini", texts_tr_ini),
    RESOURCE("texts/uk.ini", texts_uk_ini),
    RESOURCE("texts/vi.ini", texts_vi_ini),
    RESOURCE("texts/zh-TW.ini", texts_zh_TW_ini),
    RESOURCE("texts/zh.ini", texts_zh_ini),
};

firebreak_resource firebreak_resource_at(size_t index) {
    static const firebreak_resource none = { NULL, NULL, 0 };
    return index < sizeof resources / sizeof resources[0] ? resources[index] : none;
}
