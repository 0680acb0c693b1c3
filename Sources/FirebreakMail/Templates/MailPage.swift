import FirebreakWire

/// The HTML document around the content of an e-mail, the same for all languages and message types.
struct MailPage {
    let language: Language
    let subject: String
    let content: HTML

    var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(language.htmlTag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(subject)</title>
        </head>
        <body style="margin:0;padding:24px 12px;background-color:#f2f4f7;color:#1c2430">
        <main style="max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border-radius:8px;\
        font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;\
        line-height:1.5">
        \(content)
        </main>
        </body>
        </html>

        """
    }
}
