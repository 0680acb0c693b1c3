import FirebreakWire
import Testing

struct LanguageTests {
    @Test(arguments: [
        ("en", "en"),
        ("de", "de"),
        ("DE", "de"),
        ("pt-BR", "pt"),
        ("pt-PT", "pt"),
        ("de_CH", "de"),
        ("de_CH.UTF-8", "de"),
        ("fr_FR@euro", "fr"),
        ("zh-Hans-CN", "zh"),
        ("zh-CN", "zh"),
        ("zh-TW", "zh-TW"),
        ("zh_HK.UTF-8", "zh-TW"),
        ("zh-Hant-MO", "zh-TW"),
        ("zh-mo", "zh-TW"),
        (" ja ", "ja"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("sv, ko;q=0.5", "ko"),
        ("it-CH", "it"),
        ("nl_BE", "nl"),
        ("pl_PL.UTF-8", "pl"),
        ("tr-CY", "tr"),
        ("uk-UA", "uk"),
        ("vi-VN", "vi"),
        ("fi-FI", "fi"),
        ("ar-EG", "ar"),
        ("ar-Arab-SA", "ar"),
        // Codes of the service, and older ones.
        ("iw", "he"),
        ("iw_IL", "he"),
        ("he-IL", "he"),
        ("in", "id"),
        ("in-ID", "id"),
        ("pt_br", "pt"),
        ("pt_pt", "pt"),
        ("zh_cn", "zh"),
        ("zh_tw", "zh-TW"),
        ("zh_TW_#Hant", "zh-TW"),
        ("en_gb", "en"),
        ("es_419", "es"),
        ("fil, iw;q=0.9, en;q=0.8", "he"),
        ("no-NO, da;q=0.9, fi;q=0.2", "fi"),
        ("en;q=0.3, es;q=0.7", "es"),
        ("en;q=0.5,ru;q=0.5", "en"),
        ("de;q=0, ru;q=0.1", "ru"),
        ("de;q=nan, ru;q=0.1", "ru"),
        ("de;level=1;q=0.2, ru; q=0.9", "ru"),
        ("*, ja;q=0.5", "ja"),
    ])
    func `a request finds the language it wants most`(request: String, language: String) {
        #expect(Language(matching: request)?.rawValue == language)
    }

    @Test(arguments: [
        nil, "", " ", ",", ";", "*", "fil", "no", "ind", "xx-de", "deutsch", "C", "POSIX", "-", "_", "de;q=0", "q=1",
    ])
    func `a request for other languages finds none`(request: String?) {
        #expect(request.flatMap(Language.init(matching:)) == nil)
    }
}
