package dev.ose.server.director.client;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.config.DirectorVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to Cloud Director in a version of its API that both sides know, each again once if there was no
 * answer. Blocks for twice the client's timeout, and as long before that if the version must be asked for. Thread-safe.
 */
final class DirectorHttp implements AutoCloseable {

    private static final int OK = 200;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    private final DirectorLink link;
    private final OutboundHttp http;
    /** Null until it is asked for, and again after it was refused, as after an update. */
    private final AtomicReference<@Nullable String> version = new AtomicReference<>();

    DirectorHttp(DirectorLink link, OutboundHttp http) {
        this.link = link;
        this.http = http;
    }

    /** How a request authenticates. */
    sealed interface Login {

        /** An access token. */
        record Bearer(Secret token) implements Login {}

        /** A token of the older API, which has a header of its own. */
        record Legacy(Secret token) implements Login {}

        /** Name and password of the link's user. */
        record Own() implements Login {}
    }

    /**
     * The answer to a request, whatever its status.
     *
     * @param pathAndQuery below the link's address
     * @param context of which organisation it is, as the header's value; null for the login's own
     * @throws IOException if there is none; its message names neither logins nor tokens
     */
    OutboundAnswer ask(String method, String pathAndQuery, Login login, @Nullable String context) throws IOException {
        OutboundAnswer answer = send(request(method, pathAndQuery, login, context, version()));
        if (answer.status() != NOT_ACCEPTABLE) {
            return answer;
        }
        version.set(null);
        return send(request(method, pathAndQuery, login, context, version()));
    }

    private OutboundRequest request(
            String method, String pathAndQuery, Login login, @Nullable String context, String spoken)
            throws IOException {
        OutboundRequest request = OutboundRequest.of(method, link.url().resolve(pathAndQuery))
                .with("Accept", "application/json;version=" + spoken)
                .with(login instanceof Login.Legacy ? "x-vcloud-authorization" : "Authorization", authorization(login));
        return context == null ? request : request.with("X-VMWARE-VCLOUD-TENANT-CONTEXT", context);
    }

    private String authorization(Login login) throws IOException {
        return switch (login) {
            case Login.Bearer(Secret token) ->
                token.use(bytes -> "Bearer " + new String(bytes, StandardCharsets.US_ASCII));
            case Login.Legacy(Secret token) -> token.use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
            case Login.Own() -> link.secret().read().use(this::basic);
        };
    }

    private String basic(byte[] secret) {
        String pair = link.login() + ':' + new String(secret, StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private String version() throws IOException {
        @Nullable String known = version.get();
        if (known != null) {
            return known;
        }
        OutboundAnswer answer = send(OutboundRequest.get(link.url().resolve("/api/versions")));
        String found = read(answer);
        version.set(found);
        return found;
    }

    private static String read(OutboundAnswer answer) throws IOException {
        try {
            if (answer.status() == OK) {
                return DirectorVersions.newestTested(new String(answer.body(), StandardCharsets.UTF_8))
                        .orElseThrow(() -> new IOException("it speaks no version of its API from 36 to 40"));
            }
        } catch (XMLStreamException e) {
            throw new IOException("it does not state the versions of its API", e);
        }
        throw new IOException("it answers " + answer.status() + " to the question for the versions of its API");
    }

    private OutboundAnswer send(OutboundRequest request) throws IOException {
        try {
            OutboundAnswer answer = http.send(request);
            // One that is overloaded says when to ask again.
            return answer.status() < SERVER_ERROR || answer.status() == UNAVAILABLE ? answer : http.send(request);
        } catch (OutboundException e) {
            return switch (e.reason()) {
                case INTERRUPTED, UNTRUSTED -> throw e;
                default -> http.send(request);
            };
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
