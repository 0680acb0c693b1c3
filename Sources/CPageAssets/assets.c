// The files of the pages, as bytes in the binary: one file stays one file, and nothing is read when a page is shown.
// A new file needs its lines here; a test compares the list with the folder.

#include "CPageAssets.h"

// Until C23 is the compilers' default, this directive is an extension of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char console_account_html[] = {
#embed "Assets/console/account.html"
};
static const unsigned char console_accounts_css[] = {
#embed "Assets/console/accounts.css"
};
static const unsigned char console_accounts_html[] = {
#embed "Assets/console/accounts.html"
};
static const unsigned char console_announce_js[] = {
#embed "Assets/console/announce.js"
};
static const unsigned char console_autosubmit_js[] = {
#embed "Assets/console/autosubmit.js"
};
static const unsigned char console_choices_js[] = {
#embed "Assets/console/choices.js"
};
static const unsigned char console_claims_js[] = {
#embed "Assets/console/claims.js"
};
static const unsigned char console_clock_js[] = {
#embed "Assets/console/clock.js"
};
static const unsigned char console_confirm_js[] = {
#embed "Assets/console/confirm.js"
};
static const unsigned char console_console_css[] = {
#embed "Assets/console/console.css"
};
static const unsigned char console_console_html[] = {
#embed "Assets/console/console.html"
};
static const unsigned char console_console_js[] = {
#embed "Assets/console/console.js"
};
static const unsigned char console_controls_html[] = {
#embed "Assets/console/controls.html"
};
static const unsigned char console_copy_js[] = {
#embed "Assets/console/copy.js"
};
static const unsigned char console_drop_js[] = {
#embed "Assets/console/drop.js"
};
static const unsigned char console_errors_html[] = {
#embed "Assets/console/errors.html"
};
static const unsigned char console_failure_html[] = {
#embed "Assets/console/failure.html"
};
static const unsigned char console_faults_html[] = {
#embed "Assets/console/faults.html"
};
static const unsigned char console_fixtures_html[] = {
#embed "Assets/console/fixtures.html"
};
static const unsigned char console_fold_js[] = {
#embed "Assets/console/fold.js"
};
static const unsigned char console_general_css[] = {
#embed "Assets/console/general.css"
};
static const unsigned char console_icon_svg[] = {
#embed "Assets/console/icon.svg"
};
static const unsigned char console_keys_js[] = {
#embed "Assets/console/keys.js"
};
static const unsigned char console_lines_js[] = {
#embed "Assets/console/lines.js"
};
static const unsigned char console_live_js[] = {
#embed "Assets/console/live.js"
};
static const unsigned char console_menus_js[] = {
#embed "Assets/console/menus.js"
};
static const unsigned char console_message_html[] = {
#embed "Assets/console/message.html"
};
static const unsigned char console_outbox_css[] = {
#embed "Assets/console/outbox.css"
};
static const unsigned char console_outbox_html[] = {
#embed "Assets/console/outbox.html"
};
static const unsigned char console_place_js[] = {
#embed "Assets/console/place.js"
};
static const unsigned char console_projects_html[] = {
#embed "Assets/console/projects.html"
};
static const unsigned char console_request_html[] = {
#embed "Assets/console/request.html"
};
static const unsigned char console_requests_css[] = {
#embed "Assets/console/requests.css"
};
static const unsigned char console_requests_html[] = {
#embed "Assets/console/requests.html"
};
static const unsigned char console_session_html[] = {
#embed "Assets/console/session.html"
};
static const unsigned char console_settings_css[] = {
#embed "Assets/console/settings.css"
};
static const unsigned char console_settings_html[] = {
#embed "Assets/console/settings.html"
};
static const unsigned char console_state_css[] = {
#embed "Assets/console/state.css"
};
static const unsigned char console_state_html[] = {
#embed "Assets/console/state.html"
};
static const unsigned char console_submit_js[] = {
#embed "Assets/console/submit.js"
};
static const unsigned char console_templates_html[] = {
#embed "Assets/console/templates.html"
};
static const unsigned char design_css[] = {
#embed "Assets/design.css"
};
static const unsigned char pages_action_css[] = {
#embed "Assets/pages/action.css"
};
static const unsigned char pages_action_html[] = {
#embed "Assets/pages/action.html"
};
static const unsigned char pages_action_js[] = {
#embed "Assets/pages/action.js"
};
static const unsigned char pages_iframe_html[] = {
#embed "Assets/pages/iframe.html"
};
static const unsigned char pages_iframe_js[] = {
#embed "Assets/pages/iframe.js"
};
static const unsigned char pages_page_css[] = {
#embed "Assets/pages/page.css"
};
static const unsigned char pages_page_html[] = {
#embed "Assets/pages/page.html"
};
static const unsigned char pages_refusal_js[] = {
#embed "Assets/pages/refusal.js"
};
static const unsigned char pages_sign_in_css[] = {
#embed "Assets/pages/sign-in.css"
};
static const unsigned char pages_sign_in_html[] = {
#embed "Assets/pages/sign-in.html"
};
static const unsigned char pages_sign_in_js[] = {
#embed "Assets/pages/sign-in.js"
};
static const unsigned char pages_way_back_js[] = {
#embed "Assets/pages/way-back.js"
};

#define ASSET(name, bytes) { name, bytes, sizeof bytes }

static const firebreak_page_asset assets[] = {
    ASSET("console/account.html", console_account_html),
    ASSET("console/accounts.css", console_accounts_css),
    ASSET("console/accounts.html", console_accounts_html),
    ASSET("console/announce.js", console_announce_js),
    ASSET("console/autosubmit.js", console_autosubmit_js),
    ASSET("console/choices.js", console_choices_js),
    ASSET("console/claims.js", console_claims_js),
    ASSET("console/clock.js", console_clock_js),
    ASSET("console/confirm.js", console_confirm_js),
    ASSET("console/console.css", console_console_css),
    ASSET("console/console.html", console_console_html),
    ASSET("console/console.js", console_console_js),
    ASSET("console/controls.html", console_controls_html),
    ASSET("console/copy.js", console_copy_js),
    ASSET("console/drop.js", console_drop_js),
    ASSET("console/errors.html", console_errors_html),
    ASSET("console/failure.html", console_failure_html),
    ASSET("console/faults.html", console_faults_html),
    ASSET("console/fixtures.html", console_fixtures_html),
    ASSET("console/fold.js", console_fold_js),
    ASSET("console/general.css", console_general_css),
    ASSET("console/icon.svg", console_icon_svg),
    ASSET("console/keys.js", console_keys_js),
    ASSET("console/lines.js", console_lines_js),
    ASSET("console/live.js", console_live_js),
    ASSET("console/menus.js", console_menus_js),
    ASSET("console/message.html", console_message_html),
    ASSET("console/outbox.css", console_outbox_css),
    ASSET("console/outbox.html", console_outbox_html),
    ASSET("console/place.js", console_place_js),
    ASSET("console/projects.html", console_projects_html),
    ASSET("console/request.html", console_request_html),
    ASSET("console/requests.css", console_requests_css),
    ASSET("console/requests.html", console_requests_html),
    ASSET("console/session.html", console_session_html),
    ASSET("console/settings.css", console_settings_css),
    ASSET("console/settings.html", console_settings_html),
    ASSET("console/state.css", console_state_css),
    ASSET("console/state.html", console_state_html),
    ASSET("console/submit.js", console_submit_js),
    ASSET("console/templates.html", console_templates_html),
    ASSET("design.css", design_css),
    ASSET("pages/action.css", pages_action_css),
    ASSET("pages/action.html", pages_action_html),
    ASSET("pages/action.js", pages_action_js),
    ASSET("pages/iframe.html", pages_iframe_html),
    ASSET("pages/iframe.js", pages_iframe_js),
    ASSET("pages/page.css", pages_page_css),
    ASSET("pages/page.html", pages_page_html),
    ASSET("pages/refusal.js", pages_refusal_js),
    ASSET("pages/sign-in.css", pages_sign_in_css),
    ASSET("pages/sign-in.html", pages_sign_in_html),
    ASSET("pages/sign-in.js", pages_sign_in_js),
    ASSET("pages/way-back.js", pages_way_back_js),
};

firebreak_page_asset firebreak_page_asset_at(size_t index) {
    static const firebreak_page_asset none = { NULL, NULL, 0 };
    return index < sizeof assets / sizeof assets[0] ? assets[index] : none;
}
