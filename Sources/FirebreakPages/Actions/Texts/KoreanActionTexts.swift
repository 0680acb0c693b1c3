extension ActionTexts {
    /// The Korean texts. No particle that depends on the sound before it follows a placeholder.
    static let korean = Self(
        passwordReset: .init(
            title: "새 비밀번호 설정",
            text: "%APP_NAME%의 %EMAIL% 계정에 사용할 새 비밀번호를 정해 주세요.",
            button: "비밀번호 저장",
            doneTitle: "비밀번호가 변경되었습니다",
            doneText: "이제 %EMAIL% 계정과 새 비밀번호로 %APP_NAME%에 로그인할 수 있습니다."
        ),
        verifyEmail: .init(
            title: "이메일 주소 확인",
            text: "%APP_NAME% 계정에 등록된 %EMAIL% 주소가 본인의 주소가 맞는지 확인해 주세요.",
            button: "주소 확인",
            doneTitle: "이메일 주소가 확인되었습니다",
            doneText: "%APP_NAME% 계정의 %EMAIL% 주소가 확인되었습니다."
        ),
        verifyAndChangeEmail: .init(
            title: "새 이메일 주소 확인",
            text: "앞으로 %APP_NAME% 계정에서 %EMAIL% 대신 %NEW_EMAIL% 주소를 사용합니다.",
            button: "새 주소 확인",
            doneTitle: "이메일 주소가 변경되었습니다",
            doneText: "이제 %APP_NAME% 계정에서 %NEW_EMAIL% 주소를 사용합니다. 앞으로는 이 주소로 로그인해 주세요."
        ),
        recoverEmail: .init(
            title: "이메일 주소 변경 취소",
            text: "%APP_NAME% 계정의 이메일 주소를 다시 %EMAIL% 주소로 되돌립니다.",
            button: "변경 취소",
            doneTitle: "변경이 취소되었습니다",
            doneText: "%APP_NAME% 계정에서 다시 %EMAIL% 주소를 사용합니다."
        ),
        revertSecondFactorAddition: .init(
            title: "두 번째 인증 수단 삭제",
            text: "%EMAIL% 계정으로 %APP_NAME%에 로그인할 때 다음 두 번째 인증 수단이 더 이상 필요하지 않게 됩니다.",
            button: "인증 수단 삭제",
            doneTitle: "두 번째 인증 수단이 삭제되었습니다",
            doneText: "%EMAIL% 계정으로 %APP_NAME%에 로그인할 때 더 이상 필요하지 않습니다. 직접 추가하지 않으셨다면 비밀번호도 새로 정해 주세요."
        ),
        password: .init(
            label: "새 비밀번호",
            repeatedLabel: "새 비밀번호 다시 입력",
            show: "비밀번호 표시",
            requirements: "비밀번호 조건:",
            minimumLength: "%COUNT%자 이상",
            maximumLength: "%COUNT%자 이하",
            lowercase: "영문 소문자(a–z) 포함",
            uppercase: "영문 대문자(A–Z) 포함",
            digit: "숫자(0–9) 포함",
            nonAlphanumeric: "특수 문자(! ? # $ 등) 포함",
            met: "충족됨",
            unmet: "아직 충족되지 않음",
            refused: "이 비밀번호는 아직 다음 조건을 충족하지 않습니다.",
            differ: "두 비밀번호가 서로 다릅니다. 새 비밀번호를 다시 입력해 주세요."
        ),
        authenticatorApp: "인증 앱",
        resetOffer: "주소를 직접 변경하지 않으셨다면 다른 사람이 비밀번호를 알고 있을 수 있습니다. 비밀번호를 새로 정하시기를 권합니다.",
        resetButton: "새 비밀번호 설정 링크를 메일로 받기",
        mailedTitle: "메일을 보냈습니다",
        mailedText: "%EMAIL% 주소로 보낸 메일의 링크에서 새 비밀번호를 정할 수 있습니다.",
        goOn: "계속",
        close: "이 페이지를 닫고 앱으로 돌아가셔도 됩니다.",
        smallPrint: "이 페이지는 개발 중에 Firebase Authentication을 대신하는 Firebreak의 페이지입니다.",
        failures: .init(
            incomplete: .init(
                title: "링크가 완전하지 않습니다",
                text: "필요한 부분이 빠졌거나 이해할 수 없는 부분이 있습니다.",
                advice: "메일에서 링크를 바로 열거나 링크 전체를 복사해 주세요."
            ),
            noContinueURL: .init(
                title: "앱으로 이동할 수 없는 링크입니다",
                text: "로그인 링크는 앱으로 이어지지만, 이 링크에는 열 수 있는 주소가 없습니다.",
                advice: "앱에서 새 메일을 요청해 주세요."
            ),
            unknown: .init(
                title: "이 링크는 사용할 수 없습니다",
                text: "링크의 코드를 찾을 수 없습니다. 링크가 완전하지 않거나 다른 프로젝트의 링크일 수 있습니다.",
                advice: "메일에서 링크를 바로 열거나 앱에서 새 메일을 요청해 주세요."
            ),
            otherType: .init(
                title: "이 링크는 사용할 수 없습니다",
                text: "링크의 코드는 링크에 표시된 것과 다른 용도의 코드입니다.",
                advice: "메일에서 링크를 수정하지 말고 바로 열어 주세요."
            ),
            expired: .init(
                title: "링크가 만료되었습니다",
                text: "메일의 링크는 정해진 시간 동안만 사용할 수 있습니다.",
                advice: "앱에서 새 메일을 요청해 주세요."
            ),
            used: .init(
                title: "이미 사용한 링크입니다",
                text: "링크는 한 번만 사용할 수 있습니다. 직접 사용하셨다면 아무것도 하지 않으셔도 됩니다.",
                advice: "그렇지 않다면 앱에서 새 메일을 요청해 주세요."
            ),
            superseded: .init(
                title: "더 최근에 보낸 메일이 있습니다",
                text: "새 메일을 보낸 뒤로 이 링크는 사용할 수 없습니다.",
                advice: "가장 최근 메일의 링크를 열어 주세요."
            ),
            accountGone: .init(
                title: "이 링크의 계정을 찾을 수 없습니다",
                text: "계정이 삭제되었거나 이메일 주소가 변경되었습니다.",
                advice: "현재 주소로 로그인하거나 앱에서 새 메일을 요청해 주세요."
            ),
            accountDisabled: .init(
                title: "사용이 중지된 계정입니다",
                text: "계정 사용이 중지된 동안에는 여기서 아무것도 변경할 수 없습니다.",
                advice: "앱 운영자에게 문의해 주세요."
            ),
            addressTaken: .init(
                title: "이미 사용 중인 주소입니다",
                text: "메일을 보낸 뒤에 다른 계정이 이 주소를 사용하게 되었습니다.",
                advice: "그 계정으로 로그인하거나 앱에서 다른 주소를 선택해 주세요."
            ),
            targetRefused: .init(
                title: "허용되지 않은 곳으로 이어지는 링크입니다",
                text: "이동할 주소(continueUrl)가 올바르지 않거나 그 도메인이 승인되지 않았습니다.",
                advice: "앱 개발자라면 프로젝트의 승인된 도메인에 이 도메인을 추가해 주세요."
            ),
            switchedOff: .init(
                title: "사용할 수 없는 기능입니다",
                text: "현재 앱에서 이 링크의 작업을 허용하지 않습니다.",
                advice: "앱 운영자에게 문의해 주세요."
            ),
            otherSite: .init(
                title: "변경된 내용이 없습니다",
                text: "다른 사이트의 페이지에서 보낸 양식은 받지 않습니다.",
                advice: "메일에서 링크를 바로 열어 주세요."
            ),
            failed: .init(
                title: "처리하지 못했습니다",
                text: "서버에서 이 링크의 작업을 실행하지 못했습니다.",
                advice: "잠시 후 다시 시도해 주세요."
            )
        )
    )
}
