package dev.ose.keeper.director;

import dev.ose.adapter.http.Fingerprint;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.config.DirectorVersions;
import dev.ose.keeper.director.DirectorException.Why;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * A provider session at Cloud Director; closing it logs out. Not thread-safe; each call blocks for at most 20 seconds.
 */
final class ProviderSession implements AutoCloseable {

    private static final String VERSIONS = "/api/versions";
    private static final String LOGIN_OF_PROVIDER = "/cloudapi/1.0.0/sessions/provider";
    private static final String SESSION = "/cloudapi/1.0.0/sessions/current";
    private static final String TOKEN = "X-VMWARE-VCLOUD-ACCESS-TOKEN";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_BYTES = 1 << 20;

    private final DirectorEndpoint link;
    private final OutboundHttp http;
    private final String version;
    private final String token;

    private ProviderSession(DirectorEndpoint link, OutboundHttp http, String version, String token) {
        this.link = link;
        this.http = http;
        this.version = version;
        this.token = token;
    }

    /** A response. */
    record Answer(OutboundAnswer whole) {

        int status() {
            return whole.status();
        }

        boolean isSuccess() {
            return whole.isSuccess();
        }

        /** All values of a header. */
        List<String> headers(String name) {
            return whole.headers(name);
        }

        String body() {
            return new String(whole.body(), StandardCharsets.UTF_8);
        }
    }

    /** Work that needs a session. */
    @FunctionalInterface
    interface Work<T> {
        T in(ProviderSession session) throws DirectorException, OutboundException, InterruptedException;
    }

    /** Logs in, performs the work, and logs out. */
    static <T> T with(DirectorEndpoint link, Work<T> work) throws DirectorException, InterruptedException {
        if (!link.isOfProvider()) {
            throw new DirectorException(
                    Why.LOGIN,
                    link.login() + " is no administrator of the provider",
                    "Name one of the organisation system: ose director set --user administrator@system.");
        }
        try (OutboundHttp http = http(link);
                ProviderSession session = open(link, http)) {
            return work.in(session);
        } catch (OutboundException e) {
            throw failure(link, e);
        }
    }

    private static OutboundHttp http(DirectorEndpoint link) {
        OutboundHttp.Limits limits = new OutboundHttp.Limits(TIMEOUT, TIMEOUT, MAX_BYTES, 1);
        return link.fingerprint() == null
                ? new OutboundHttp(limits, OutboundRoutes.direct())
                : new OutboundHttp(limits, Fingerprint.onlyTrusted(link.fingerprint()), OutboundRoutes.direct());
    }

    private static DirectorException failure(DirectorEndpoint link, OutboundException e) throws InterruptedException {
        return switch (e.reason()) {
            case UNTRUSTED -> untrusted(link, e);
            case INTERRUPTED -> {
                Thread.interrupted();
                throw new InterruptedException();
            }
            default ->
                new DirectorException(
                        Why.NO_ANSWER,
                        link.url() + " does not answer: " + e.detail(),
                        "Check the address, DNS and the firewall; ose director show lists what is set.");
        };
    }

    private static ProviderSession open(DirectorEndpoint link, OutboundHttp http)
            throws DirectorException, OutboundException {
        String version = version(link, new Answer(http.send(request(link, "GET", VERSIONS))));
        Answer session = new Answer(http.send(request(link, "POST", LOGIN_OF_PROVIDER)
                .with("Accept", accepted(version))
                .with("Authorization", link.secret().use(bytes -> basic(link, bytes)))));
        String token = session.headers(TOKEN).stream().findFirst().orElseThrow(() -> refusal(link, session.status()));
        return new ProviderSession(link, http, version, token);
    }

    private static String version(DirectorEndpoint link, Answer answer) throws DirectorException {
        try {
            if (answer.status() == 200) {
                return DirectorVersions.newestTested(answer.body())
                        .orElseThrow(() -> new DirectorException(
                                Why.REFUSED,
                                link.url() + " speaks no version of its API from 36 to 40",
                                "Use OSE with Cloud Director 10.3 or later; for a newer one update OSE."));
            }
        } catch (XMLStreamException e) {
            // Not a document of Cloud Director.
        }
        throw new DirectorException(
                Why.NO_ANSWER,
                link.url() + " answers " + answer.status() + " to " + VERSIONS + ", and not as Cloud Director does",
                "Check that this is the address of Cloud Director itself, and that it has started.");
    }

    private static String accepted(String version) {
        return "application/json;version=" + version;
    }

    private static String basic(DirectorEndpoint link, byte[] secret) {
        String pair = link.login() + ":" + new String(secret, StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static DirectorException refusal(DirectorEndpoint link, int status) {
        return switch (status) {
            case 401 ->
                new DirectorException(
                        Why.LOGIN,
                        link.url() + " refuses the login of " + link.login(),
                        "Check user and secret (ose director set), and that the account is neither locked nor"
                                + " disabled.");
            case 403 ->
                new DirectorException(
                        Why.LOGIN,
                        link.url() + " does not let " + link.login() + " log in as a provider",
                        "Give that user a provider's role in Cloud Director, or permit the provider's login from this"
                                + " host.");
            default ->
                new DirectorException(
                        Why.REFUSED,
                        link.url() + " answers " + status + " to the login of " + link.login(),
                        "Look at Cloud Director's own log (vcloud-container-debug.log).");
        };
    }

    private static DirectorException untrusted(DirectorEndpoint link, OutboundException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Fingerprint.OtherCertificateException other) {
                return new DirectorException(
                        Why.CERTIFICATE,
                        link.url() + " shows another certificate than the one that was trusted; its SHA-256 is "
                                + other.shown(),
                        "If it was renewed, trust the new one: ose director set ... --trust FINGERPRINT. Otherwise"
                                + " suspect an interception of the connection.");
            }
        }
        return new DirectorException(
                Why.CERTIFICATE,
                link.url() + " shows a certificate that Java does not trust for this name: " + e.detail(),
                "Trust it by its fingerprint: ose director set ... --trust; or give Cloud Director a certificate of a"
                        + " known authority.");
    }

    private static OutboundRequest request(DirectorEndpoint link, String method, String path) {
        return OutboundRequest.of(method, link.url().resolve(path));
    }

    /** The newest API version that both sides support. */
    String version() {
        return version;
    }

    URI url() {
        return link.url();
    }

    /**
     * Sends a request.
     *
     * @param path path and query below the link's address, even if a response names another host: the session token is
     *     never sent elsewhere
     */
    Answer ask(String method, String path, OutboundRequest.Body body) throws OutboundException {
        return ask(method, path, body, TIMEOUT);
    }

    /** The same, with a time limit. */
    Answer ask(String method, String path, OutboundRequest.Body body, Duration patience) throws OutboundException {
        return new Answer(http.send(
                request(link, method, path)
                        .with("Accept", accepted(version))
                        .with("Authorization", "Bearer " + token)
                        .with(body),
                patience));
    }

    @Override
    public void close() {
        try {
            ask("DELETE", SESSION, new OutboundRequest.Body.None());
        } catch (OutboundException e) {
            // A session that is not closed expires by itself, so a failed logout is ignored.
        }
    }
}
