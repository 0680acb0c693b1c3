import Foundation
import Hummingbird

/// A shop that people sign in to by a link in a mail.
public enum Shop {
    /// The routes of the app.
    public static func router(_ authentication: Authentication) -> Router<BasicRequestContext> {
        let router = Router()
        router.post("sign-in") { request, context -> HTTPResponse.Status in
            let wish = try await request.decode(as: SignInRequest.self, context: context)
            var page = URLComponents()
            page.scheme = "http"
            page.host = "localhost"
            page.port = 8080
            page.path = "/finish"
            page.queryItems = [URLQueryItem(name: "email", value: wish.email)]
            do {
                try await authentication.sendSignInLink(to: wish.email, continueURL: page.string ?? "")
            } catch let failure as Authentication.Failure where failure.code == "TOO_MANY_ATTEMPTS_TRY_LATER" {
                throw HTTPError(.serviceUnavailable, message: "Please try again in a minute.")
            } catch let failure as Authentication.Failure {
                throw HTTPError(.badRequest, message: failure.code)
            }
            return .accepted
        }
        router.get("finish") { request, _ -> Session in
            let query = request.uri.queryParameters
            let email = try query.require("email")
            let code = try query.require("oobCode")
            do {
                let signedIn = try await authentication.signIn(email: String(email), oobCode: String(code))
                return Session(token: signedIn.idToken)
            } catch let failure as Authentication.Failure where failure.code == "EXPIRED_OOB_CODE" {
                throw HTTPError(.gone, message: "This link has expired. Ask for another one.")
            } catch let failure as Authentication.Failure {
                throw HTTPError(.forbidden, message: failure.code)
            }
        }
        router.get("me") { request, _ -> Person in
            guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else {
                throw HTTPError(.unauthorized)
            }
            do {
                guard let user = try await authentication.user(of: String(header.dropFirst(7))) else {
                    throw HTTPError(.unauthorized)
                }
                return Person(email: user.email, isAdmin: try user.claims?.role == "admin")
            } catch is Authentication.Failure {
                throw HTTPError(.unauthorized)
            }
        }
        return router
    }

    struct SignInRequest: Decodable {
        var email: String
    }

    /// What a browser keeps.
    public struct Session: ResponseCodable {
        /// The ID token.
        public var token: String
    }

    /// Who somebody is.
    public struct Person: ResponseCodable {
        /// The address.
        public var email: String?
        /// Whether the person may do everything.
        public var isAdmin: Bool
    }
}
