package dev.ose.keeper.director;

import dev.ose.control.Finding;
import dev.ose.keeper.tls.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Whether Cloud Director answers as such and takes the login of its link. */
public final class DirectorCheck {

    /** The line of {@code ose config validate}. */
    public static final String NAME = "Cloud Director";

    private static final String VERSIONS = "/api/versions";
    private static final String LOGIN_OF_PROVIDER = "/cloudapi/1.0.0/sessions/provider";
    private static final String SESSION = "/cloudapi/1.0.0/sessions/current";
    private static final String TOKEN = "X-VMWARE-VCLOUD-ACCESS-TOKEN";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_BYTES = 1 << 20;

    private final DirectorLink link;

    public DirectorCheck(DirectorLink link) {
        this.link = link;
    }

    private record Answer(int status, @Nullable String token, String body) {}

    /** Logs in, and out again. Blocks for a minute at most. */
    public Finding run() {
        if (!link.isOfProvider()) {
            return failed(
                    link.login() + " is no administrator of the provider",
                    "Name one of the organisation system: ose director set --user administrator@system.");
        }
        try (HttpClient client = client()) {
            return look(client);
        } catch (SSLException e) {
            return untrusted(e);
        } catch (IOException e) {
            return failed(
                    link.url() + " does not answer: " + e,
                    "Check the address, DNS and the firewall; ose director show tells what is set.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.skipped(NAME, "interrupted");
        }
    }

    private HttpClient client() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (link.fingerprint() != null) {
            builder.sslContext(Fingerprint.onlyTrusted(link.fingerprint()));
        }
        return builder.build();
    }

    private Finding look(HttpClient client) throws IOException, InterruptedException {
        Answer versions = send(client, request(VERSIONS).GET());
        Optional<String> version = version(versions);
        if (version.isEmpty()) {
            return failed(
                    link.url() + " answers " + versions.status() + " to " + VERSIONS
                            + ", and not as Cloud Director does",
                    "Check that this is the address of Cloud Director itself, and that it has started.");
        }
        HttpRequest.Builder login = request(LOGIN_OF_PROVIDER)
                .header("Accept", "application/json;version=" + version.get())
                .POST(HttpRequest.BodyPublishers.noBody());
        link.secret().use(bytes -> login.header("Authorization", basic(bytes)));
        Answer session = send(client, login);
        if (session.token() == null) {
            return judgeRefusal(session.status());
        }
        HttpRequest.Builder logout = request(SESSION)
                .header("Accept", "application/json;version=" + version.get())
                .header("Authorization", "Bearer " + session.token())
                .DELETE();
        // A session that stays ends by itself after a while, so nothing hangs on this answer.
        send(client, logout);
        return Finding.valid(
                NAME, link.url() + " speaks version " + version.get() + " and takes the login of " + link.login());
    }

    private static Optional<String> version(Answer answer) {
        try {
            return answer.status() == 200 ? SupportedVersions.newest(answer.body()) : Optional.empty();
        } catch (XMLStreamException e) {
            return Optional.empty();
        }
    }

    private Finding judgeRefusal(int status) {
        return switch (status) {
            case 401 ->
                failed(
                        link.url() + " refuses the login of " + link.login(),
                        "Check user and secret, and that the account is neither locked nor disabled: ose director set.");
            case 403 ->
                failed(
                        link.url() + " does not let " + link.login() + " log in as a provider",
                        "Give that user a provider's role in Cloud Director, or open the provider's login to this host.");
            default ->
                failed(
                        link.url() + " answers " + status + " to the login of " + link.login(),
                        "Look at Cloud Director's own log (vcloud-container-debug.log).");
        };
    }

    private Finding untrusted(SSLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Fingerprint.OtherCertificateException other) {
                return failed(
                        link.url() + " shows another certificate than the one that was trusted; its SHA-256 is "
                                + other.shown(),
                        "If it was renewed, trust that one: ose director set ... --trust FINGERPRINT. If not, somebody"
                                + " stands between.");
            }
        }
        return failed(
                link.url() + " shows a certificate that Java does not trust for this name: " + e.getMessage(),
                "Trust it by its fingerprint: ose director set ... --trust; or give Cloud Director a certificate of a"
                        + " known authority.");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(link.url().resolve(path)).timeout(PATIENCE);
    }

    private String basic(byte[] secret) {
        String pair = link.login() + ":" + new String(secret, StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            return new Answer(
                    answer.statusCode(),
                    answer.headers().firstValue(TOKEN).orElse(null),
                    new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        }
    }

    private static Finding failed(String detail, String remedy) {
        return Finding.failed(NAME, detail, remedy);
    }
}
