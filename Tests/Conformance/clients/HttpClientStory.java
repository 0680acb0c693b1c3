import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * What a backend in Java does, with the JDK's HTTP client as it comes: it offers HTTP/2 on its first request.
 *
 * <p>Usage: java HttpClientStory.java URL PROJECT. Prints one line of JSON.
 */
public class HttpClientStory {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static String base;
    private static String project;

    public static void main(String[] arguments) throws Exception {
        base = arguments[0];
        project = arguments[1];

        String created = call("signUp", account("alice@example.test"));
        String signedIn = call("signInWithPassword", account("alice@example.test"));
        call("update", "{\"idToken\":\"" + member(signedIn, "idToken") + "\",\"displayName\":\"Alice\"}");
        String found = call("lookup", "{\"idToken\":\"" + member(signedIn, "idToken") + "\"}");

        int oneByOne = 0;
        for (int number = 0; number < 20; number++) {
            call("signUp", account("one-" + number + "@example.test"));
            oneByOne++;
        }

        List<CompletableFuture<HttpResponse<String>>> pending = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            pending.add(CLIENT.sendAsync(request("signUp", account("all-" + number + "@example.test")),
                    HttpResponse.BodyHandlers.ofString()));
        }
        int atOnce = 0;
        for (CompletableFuture<HttpResponse<String>> answer : pending) {
            check(answer.get());
            atOnce++;
        }

        System.out.printf(
                "{\"created\":\"%s\",\"signedIn\":\"%s\",\"found\":\"%s\",\"name\":\"%s\","
                        + "\"oneByOne\":%d,\"atOnce\":%d}%n",
                member(created, "localId"), member(signedIn, "localId"), member(found, "localId"),
                member(found, "displayName"), oneByOne, atOnce);
    }

    private static String account(String email) {
        return "{\"email\":\"" + email + "\",\"password\":\"correct-horse\",\"returnSecureToken\":true}";
    }

    private static HttpRequest request(String method, String body) {
        String path = "/identitytoolkit.googleapis.com/v1/accounts:" + method + "?key=project:" + project;
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(40)) // Only a server that hangs takes as long.
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String call(String method, String body) throws Exception {
        return check(CLIENT.send(request(method, body), HttpResponse.BodyHandlers.ofString()));
    }

    private static String check(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.request().uri() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** The first member of this name in JSON whose texts have no escapes. */
    private static String member(String json, String name) {
        var matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        return matcher.group(1);
    }
}
