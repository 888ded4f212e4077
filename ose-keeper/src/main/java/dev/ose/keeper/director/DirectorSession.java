package dev.ose.keeper.director;

import dev.ose.keeper.director.DirectorException.Why;
import dev.ose.keeper.tls.Fingerprint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** A login of the provider at Cloud Director, which closing ends. Not thread-safe; each call blocks for 20 seconds at most. */
final class DirectorSession implements AutoCloseable {

    private static final String VERSIONS = "/api/versions";
    private static final String LOGIN_OF_PROVIDER = "/cloudapi/1.0.0/sessions/provider";
    private static final String SESSION = "/cloudapi/1.0.0/sessions/current";
    private static final String TOKEN = "X-VMWARE-VCLOUD-ACCESS-TOKEN";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_BYTES = 1 << 20;

    private final DirectorLink link;
    private final HttpClient client;
    private final String version;
    private final String token;

    private DirectorSession(DirectorLink link, HttpClient client, String version, String token) {
        this.link = link;
        this.client = client;
        this.version = version;
        this.token = token;
    }

    /** What it said; of the body a mebibyte at most. */
    record Answer(int status, HttpHeaders headers, String body) {

        boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /** Something done with a session. */
    @FunctionalInterface
    interface Work<T> {
        T in(DirectorSession session) throws DirectorException, IOException, InterruptedException;
    }

    /** Logs in, does it, and logs out. */
    static <T> T with(DirectorLink link, Work<T> work) throws DirectorException, InterruptedException {
        if (!link.isOfProvider()) {
            throw new DirectorException(
                    Why.LOGIN,
                    link.login() + " is no administrator of the provider",
                    "Name one of the organisation system: ose director set --user administrator@system.");
        }
        try (HttpClient client = client(link);
                DirectorSession session = open(link, client)) {
            return work.in(session);
        } catch (SSLException e) {
            throw untrusted(link, e);
        } catch (IOException e) {
            throw new DirectorException(
                    Why.NO_ANSWER,
                    link.url() + " does not answer: " + e,
                    "Check the address, DNS and the firewall; ose director show tells what is set.");
        }
    }

    private static HttpClient client(DirectorLink link) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (link.fingerprint() != null) {
            builder.sslContext(Fingerprint.onlyTrusted(link.fingerprint()));
        }
        return builder.build();
    }

    private static DirectorSession open(DirectorLink link, HttpClient client)
            throws DirectorException, IOException, InterruptedException {
        Answer versions = send(client, request(link, VERSIONS).GET());
        String version = version(versions)
                .orElseThrow(() -> new DirectorException(
                        Why.NO_ANSWER,
                        link.url() + " answers " + versions.status() + " to " + VERSIONS
                                + ", and not as Cloud Director does",
                        "Check that this is the address of Cloud Director itself, and that it has started."));
        HttpRequest.Builder login = request(link, LOGIN_OF_PROVIDER)
                .header("Accept", accepted(version))
                .POST(HttpRequest.BodyPublishers.noBody());
        link.secret().use(bytes -> login.header("Authorization", basic(link, bytes)));
        Answer session = send(client, login);
        String token = session.headers().firstValue(TOKEN).orElseThrow(() -> refusal(link, session.status()));
        return new DirectorSession(link, client, version, token);
    }

    private static Optional<String> version(Answer answer) {
        try {
            return answer.status() == 200 ? SupportedVersions.newest(answer.body()) : Optional.empty();
        } catch (XMLStreamException e) {
            return Optional.empty();
        }
    }

    private static String accepted(String version) {
        return "application/json;version=" + version;
    }

    private static String basic(DirectorLink link, byte[] secret) {
        String pair = link.login() + ":" + new String(secret, StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static DirectorException refusal(DirectorLink link, int status) {
        return switch (status) {
            case 401 ->
                new DirectorException(
                        Why.LOGIN,
                        link.url() + " refuses the login of " + link.login(),
                        "Check user and secret, and that the account is neither locked nor disabled: ose director set.");
            case 403 ->
                new DirectorException(
                        Why.LOGIN,
                        link.url() + " does not let " + link.login() + " log in as a provider",
                        "Give that user a provider's role in Cloud Director, or open the provider's login to this host.");
            default ->
                new DirectorException(
                        Why.REFUSED,
                        link.url() + " answers " + status + " to the login of " + link.login(),
                        "Look at Cloud Director's own log (vcloud-container-debug.log).");
        };
    }

    private static DirectorException untrusted(DirectorLink link, SSLException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Fingerprint.OtherCertificateException other) {
                return new DirectorException(
                        Why.CERTIFICATE,
                        link.url() + " shows another certificate than the one that was trusted; its SHA-256 is "
                                + other.shown(),
                        "If it was renewed, trust that one: ose director set ... --trust FINGERPRINT. If not, somebody"
                                + " stands between.");
            }
        }
        return new DirectorException(
                Why.CERTIFICATE,
                link.url() + " shows a certificate that Java does not trust for this name: " + e.getMessage(),
                "Trust it by its fingerprint: ose director set ... --trust; or give Cloud Director a certificate of a"
                        + " known authority.");
    }

    private static HttpRequest.Builder request(DirectorLink link, String path) {
        return HttpRequest.newBuilder(link.url().resolve(path)).timeout(PATIENCE);
    }

    /** The patience of a request is for its whole answer; the client's own ends with the head. */
    private static Answer send(HttpClient client, HttpRequest.Builder builder)
            throws IOException, InterruptedException {
        HttpRequest request = builder.build();
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            HttpResponse<byte[]> answer =
                    sent.get(request.timeout().orElse(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(answer.statusCode(), answer.headers(), new String(answer.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no whole answer in time");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) {
                throw broken;
            }
            throw new IOException(e.getCause());
        } finally {
            sent.cancel(true);
        }
    }

    /** The newest version of the API that both sides speak. */
    String version() {
        return version;
    }

    URI url() {
        return link.url();
    }

    /**
     * Asks for something.
     *
     * @param path and query, below the address of the link, wherever an answer wants to lead: to no other host is the
     *     session ever shown
     */
    Answer ask(String method, String path, HttpRequest.BodyPublisher body, String type)
            throws IOException, InterruptedException {
        return ask(method, path, body, type, PATIENCE);
    }

    /** The same, for as long as it may take. */
    Answer ask(String method, String path, HttpRequest.BodyPublisher body, String type, Duration patience)
            throws IOException, InterruptedException {
        return send(
                client,
                request(link, path)
                        .timeout(patience)
                        .header("Accept", accepted(version))
                        .header("Content-Type", type)
                        .header("Authorization", "Bearer " + token)
                        .method(method, body));
    }

    @Override
    public void close() throws IOException {
        try {
            ask("DELETE", SESSION, HttpRequest.BodyPublishers.noBody(), "application/json");
        } catch (IOException e) {
            // A session that stays ends by itself after a while, so nothing hangs on this answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
