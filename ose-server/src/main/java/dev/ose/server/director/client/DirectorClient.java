package dev.ose.server.director.client;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.server.director.DirectorEvents;
import dev.ose.server.director.DirectorRoleId;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.director.client.DirectorHttp.Login;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Cloud Director's API for sessions and roles (CloudAPI). Sends no context of a caller, so that an answer depends on
 * the token alone. Every method blocks, and fails with {@code DirectorUnreachable} if there is no usable answer.
 * Thread-safe.
 */
public final class DirectorClient implements AutoCloseable {

    private static final String CURRENT = "/cloudapi/1.0.0/sessions/current";
    private static final int PAGE_SIZE = 128;
    /** Cloud Director has some 400 rights. */
    private static final int MAX_PAGES = 20;

    private static final int OK = 200;
    private static final int CLIENT_ERROR = 4;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int MAX_RETRY_SECONDS = 300;

    private final DirectorHttp http;
    private final OwnSession own;
    private final DirectorEvents events;

    public DirectorClient(DirectorLink link, OutboundHttp http, DirectorEvents events, Clock clock) {
        this.http = new DirectorHttp(link, http);
        this.own = new OwnSession(this.http, clock);
        this.events = events;
    }

    /** A request that may have no answer. */
    @FunctionalInterface
    private interface Exchange {
        OutboundAnswer send() throws IOException;
    }

    /** Access tokens are JWTs, those of the older API are not. */
    private static Login login(Secret token) {
        return token.use(bytes -> IntStream.range(0, bytes.length)
                                .filter(i -> bytes[i] == '.')
                                .count()
                        == 2)
                ? new Login.Bearer(token)
                : new Login.Legacy(token);
    }

    /** Whose the token is; empty if it is not valid. */
    Optional<DirectorSession> session(Secret token) {
        OutboundAnswer answer = ask(() -> http.ask("GET", CURRENT, login(token), null));
        Optional<DirectorSession> session =
                switch (answer.status()) {
                    case OK -> Optional.of(read(answer, DirectorDocuments::session));
                    case NOT_ACCEPTABLE, TIMEOUT, TOO_MANY -> throw unusable(answer);
                    default -> refused(answer);
                };
        events.answered();
        return session;
    }

    /** Other answers to a request in which nothing but the token varies: 400 for a broken one, 431 for a long one. */
    private Optional<DirectorSession> refused(OutboundAnswer answer) {
        if (answer.status() / 100 != CLIENT_ERROR) {
            throw unusable(answer);
        }
        return Optional.empty();
    }

    /**
     * The names of the rights of a role, as the bearer of the token sees them, or else the link's own user: a role may
     * lack the right to look at roles.
     */
    Set<String> rights(OrganisationId organisation, DirectorRoleId role, Secret token) {
        Set<String> names = new HashSet<>();
        boolean isLast = false;
        for (int page = 1; !isLast; page++) {
            String path =
                    "/cloudapi/1.0.0/roles/urn:vcloud:role:" + role + "/rights?page=" + page + "&pageSize=" + PAGE_SIZE;
            JsonNode document = read(page(path, organisation, token), DirectorDocuments::object);
            names.addAll(DirectorDocuments.names(document));
            isLast = (long) page * PAGE_SIZE >= document.path("resultTotal").asInt(0);
            if (!isLast && page == MAX_PAGES) {
                throw unreachable("a role has more than " + MAX_PAGES * PAGE_SIZE + " rights", RETRY_AFTER);
            }
        }
        events.answered();
        return names;
    }

    private OutboundAnswer page(String path, OrganisationId organisation, Secret token) {
        OutboundAnswer answer = ask(() -> http.ask("GET", path, login(token), null));
        if (answer.status() == OK) {
            return answer;
        }
        if (answer.status() != UNAUTHORIZED && answer.status() != FORBIDDEN) {
            throw unusable(answer);
        }
        OutboundAnswer other = ask(() -> own.get(path, organisation.toString()));
        if (other.status() != OK) {
            throw unreachable("it answers " + other.status() + " to the link's user, who asks for a role", RETRY_AFTER);
        }
        return other;
    }

    private OutboundAnswer ask(Exchange exchange) {
        try {
            return exchange.send();
        } catch (IOException e) {
            throw unreachable(String.valueOf(e.getMessage()), RETRY_AFTER);
        }
    }

    /** Reads a document. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(byte[] body) throws IOException;
    }

    private <T> T read(OutboundAnswer answer, Reader<T> reader) {
        try {
            return reader.read(answer.body());
        } catch (IOException e) {
            throw unreachable(String.valueOf(e.getMessage()), RETRY_AFTER);
        }
    }

    private FailureException unusable(OutboundAnswer answer) {
        Duration pause = answer.header("Retry-After")
                .filter(text -> text.matches("[0-9]{1,5}"))
                .map(text -> Duration.ofSeconds(Math.clamp(Integer.parseInt(text), 1, MAX_RETRY_SECONDS)))
                .orElse(RETRY_AFTER);
        return unreachable("it answers " + answer.status(), pause);
    }

    private FailureException unreachable(String why, Duration pause) {
        events.unreachable(why);
        return new FailureException(new Failure.DirectorUnreachable(pause));
    }

    /** Logs out. */
    @Override
    public void close() {
        own.close();
        http.close();
    }
}
