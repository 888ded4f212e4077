package dev.ose.server.director.client;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.server.director.client.DirectorHttp.Login;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The session of the link's own user at Cloud Director, opened when it is needed and again after it has ended. A login
 * that was refused is not repeated for a minute, because Cloud Director locks accounts; one that failed otherwise is
 * not for five seconds. Thread-safe; blocks.
 */
final class OwnSession implements AutoCloseable {

    private static final String LOGIN = "/cloudapi/1.0.0/sessions/provider";
    private static final String CURRENT = "/cloudapi/1.0.0/sessions/current";
    private static final String ISSUED = "X-VMWARE-VCLOUD-ACCESS-TOKEN";
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration SHORT_PAUSE = Duration.ofSeconds(5);
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final DirectorHttp http;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Secret bearer;
    private Instant notBefore = Instant.MIN;

    OwnSession(DirectorHttp http, Clock clock) {
        this.http = http;
        this.clock = clock;
    }

    /** The answer to a GET, for an organisation. */
    OutboundAnswer get(String pathAndQuery, String context) throws IOException {
        Secret used = bearer(null);
        OutboundAnswer answer = http.ask("GET", pathAndQuery, new Login.Bearer(used), context);
        return answer.status() == UNAUTHORIZED
                ? http.ask("GET", pathAndQuery, new Login.Bearer(bearer(used)), context)
                : answer;
    }

    /** The present token; a new one if the present one is that which has ended. */
    private Secret bearer(@Nullable Secret ended) throws IOException {
        lock();
        try {
            Secret present = bearer;
            if (present != null && (ended == null || !present.equals(ended))) {
                return present;
            }
            bearer = null;
            Secret opened = open();
            bearer = opened;
            return opened;
        } finally {
            lock.unlock();
        }
    }

    /** Not for as long as the logins of all who wait would take one after the other. */
    private void lock() throws IOException {
        boolean isMine;
        try {
            isMine = lock.tryLock(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            isMine = false;
        }
        if (!isMine) {
            throw new IOException("the login of the link's user takes long");
        }
    }

    private Secret open() throws IOException {
        if (clock.instant().isBefore(notBefore)) {
            throw new IOException("the login of the link's user has failed a moment ago");
        }
        Duration pause = SHORT_PAUSE;
        boolean isOpen = false;
        try {
            OutboundAnswer answer = http.ask("POST", LOGIN, new Login.Own(), null);
            Optional<String> token = answer.header(ISSUED);
            isOpen = token.isPresent();
            if (answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN) {
                pause = PAUSE;
            }
            return Secret.of(token.orElseThrow(
                    () -> new IOException("it answers " + answer.status() + " to the login of the link's user")));
        } finally {
            if (!isOpen) {
                notBefore = clock.instant().plus(pause);
            }
        }
    }

    /** Logs out, if it is logged in. A login that is under way is not waited for: closing the client breaks it off. */
    @Override
    public void close() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (bearer != null) {
                http.ask("DELETE", CURRENT, new Login.Bearer(bearer), null);
            }
        } catch (IOException e) {
            // A session that is not closed expires by itself.
        } finally {
            bearer = null;
            lock.unlock();
        }
    }
}
