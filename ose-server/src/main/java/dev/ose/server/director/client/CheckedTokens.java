package dev.ose.server.director.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.adapter.Secret;
import dev.ose.server.access.FailedAttemptLimiter;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.director.DirectorRoleId;
import dev.ose.server.director.DirectorSession;
import dev.ose.server.director.DirectorTokens;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.director.SharedLoads;
import dev.ose.server.iam.federation.ConcurrencyLimiter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what Cloud Director says of tokens, under their SHA-256: sessions for a configured time and to the end of the
 * token while it does not answer, refusals for five seconds, rights of roles for five minutes. Concurrent questions for
 * the same are asked once. Only so many callers wait for answers that logins of other kinds keep threads. Thread-safe;
 * blocks on Cloud Director.
 */
public final class CheckedTokens implements DirectorTokens, AutoCloseable {

    private static final Duration REFUSED_KEPT = Duration.ofSeconds(5);
    private static final Duration RIGHTS_KEPT = Duration.ofMinutes(5);

    /** A known token is not delayed more often than that while Cloud Director does not answer. */
    private static final Duration NEXT_TRY = Duration.ofSeconds(5);

    /** The longest that a token is accepted without an answer, whatever it says of its own end. */
    private static final Duration LONGEST = Duration.ofHours(24);

    private static final int MAX_TOKENS = 10_000;
    private static final int MAX_ROLES = 10_000;

    /** Many users share an address, and each portal that was left open has a token that has expired. */
    private static final int TOO_MANY_REFUSED = 20;

    /** As many as a browser sends at once, and fewer than half of the admin API's threads. */
    private static final int MAX_WAITING = 6;

    private static final Duration NEXT_PLACE = Duration.ofSeconds(1);

    private final DirectorClient client;
    private final Duration sessionsKept;
    private final Clock clock;
    private final FailedAttemptLimiter refusals;
    private final RetryPauses pauses;
    private final Cache<String, Known<DirectorSession>> sessions =
            Caffeine.newBuilder().maximumSize(MAX_TOKENS).build();
    /** On their own, so that made-up tokens evict no session. */
    private final Cache<String, Instant> refused =
            Caffeine.newBuilder().maximumSize(MAX_TOKENS).build();

    private final Cache<RoleOf, Known<Set<String>>> rights =
            Caffeine.newBuilder().maximumSize(MAX_ROLES).build();
    private final SharedLoads<String, DirectorSession> checks = new SharedLoads<>();
    private final SharedLoads<RoleOf, Set<String>> loads = new SharedLoads<>();
    /** Of tokens that were accepted before. */
    private final ConcurrencyLimiter places = new ConcurrencyLimiter(MAX_WAITING, MAX_WAITING);
    /** Of others. They do not wait for a place: made-up tokens would hold a thread each meanwhile. */
    private final Semaphore placesOfUnknown = new Semaphore(MAX_WAITING);

    /** @param sessionsKept for how long a token is accepted without asking again */
    public CheckedTokens(DirectorClient client, Duration sessionsKept, Clock clock) {
        this.client = client;
        this.sessionsKept = sessionsKept;
        this.clock = clock;
        this.refusals = new FailedAttemptLimiter(clock, TOO_MANY_REFUSED);
        this.pauses = new RetryPauses(clock);
    }

    /** The roles of each organisation apart, so that none learns or sets what those of another may do. */
    private record RoleOf(OrganisationId organisation, DirectorRoleId role) {}

    /**
     * A value as Cloud Director returned it.
     *
     * @param freshUntil until when it is used without a question
     * @param usableUntil until when it is used if a question is not answered
     */
    private record Known<T>(T value, Instant askedAt, Instant freshUntil, Instant usableUntil) {

        /** Not before the question either: the clock may have been set back. */
        boolean isFresh(Instant now) {
            return !now.isBefore(askedAt) && now.isBefore(freshUntil);
        }

        Known<T> triedAt(Instant now) {
            return new Known<>(value, now, earlier(now.plus(NEXT_TRY), usableUntil), usableUntil);
        }
    }

    @Override
    public DirectorSession session(Secret token, Object origin) {
        String digest = BearerDigest.of(token);
        return fresh(digest).orElseGet(() -> {
            Supplier<DirectorSession> answer = () -> checks.take(digest, () -> check(digest, token, origin));
            return sessions.getIfPresent(digest) == null ? unknown(answer) : answer.get();
        });
    }

    private DirectorSession unknown(Supplier<DirectorSession> answer) {
        if (!placesOfUnknown.tryAcquire()) {
            throw new FailureException(new Failure.Busy(NEXT_PLACE));
        }
        try {
            return answer.get();
        } finally {
            placesOfUnknown.release();
        }
    }

    private Optional<DirectorSession> fresh(String digest) {
        Instant now = clock.instant();
        @Nullable Instant refusedAt = refused.getIfPresent(digest);
        if (refusedAt != null && !now.isBefore(refusedAt) && now.isBefore(refusedAt.plus(REFUSED_KEPT))) {
            throw refused();
        }
        return Optional.ofNullable(sessions.getIfPresent(digest))
                .filter(known -> known.isFresh(now))
                .map(Known::value);
    }

    private DirectorSession check(String digest, Secret token, Object origin) {
        // A check that has ended meanwhile may have answered it.
        Optional<DirectorSession> fresh = fresh(digest);
        if (fresh.isPresent()) {
            return fresh.get();
        }
        @Nullable Known<DirectorSession> before = sessions.getIfPresent(digest);
        Instant now = clock.instant();
        Optional<DirectorSession> session;
        try {
            session = before == null ? askUnknown(digest, token, origin) : places.take(() -> client.session(token));
        } catch (FailureException e) {
            return goOn(e, before, now, again -> sessions.put(digest, again));
        }
        if (session.isEmpty()) {
            sessions.invalidate(digest);
            boolean isFirst = refused.asMap().put(digest, now) == null;
            if (isFirst && before != null) {
                refusals.wrong(origin);
            }
            throw refused();
        }
        refused.invalidate(digest);
        sessions.put(digest, known(session.get(), token, now));
        return session.get();
    }

    /**
     * Asks for a token that may be made up. It counts as refused from before the question, so that many at once do not
     * all pass; a token that was refused already does not count again, because a portal that was left open repeats it.
     */
    private Optional<DirectorSession> askUnknown(String digest, Secret token, Object origin) {
        boolean isCounted = refused.getIfPresent(digest) != null;
        Duration remaining = isCounted ? refusals.remaining(origin) : refusals.reserve(origin);
        if (remaining.isPositive()) {
            throw new FailureException(new Failure.TooManyWrongLogins(remaining));
        }
        boolean isRefused = false;
        try {
            Optional<DirectorSession> session = askAfterPause(token, origin);
            isRefused = session.isEmpty();
            return session;
        } finally {
            if (!isCounted && !isRefused) {
                refusals.giveBack(origin);
            }
        }
    }

    private Optional<DirectorSession> askAfterPause(Secret token, Object origin) {
        pauses.begin(origin);
        boolean isAnswered = false;
        try {
            Optional<DirectorSession> session = client.session(token);
            isAnswered = true;
            return session;
        } finally {
            pauses.end(origin, isAnswered);
        }
    }

    private Known<DirectorSession> known(DirectorSession session, Secret token, Instant now) {
        Instant fresh = now.plus(sessionsKept);
        Instant end = earlier(TokenExpiry.of(token).orElse(fresh), now.plus(LONGEST));
        return new Known<>(session, now, earlier(fresh, end), end);
    }

    /**
     * What was known before, if it goes on without an answer. That all places are taken is none, too: those who take
     * them were accepted themselves, and keep them only while Cloud Director hangs.
     *
     * @param keep takes it as it is from now on
     * @throws FailureException {@code failed} if it does not go on
     */
    private static <T> T goOn(
            FailureException failed, @Nullable Known<T> before, Instant now, Consumer<Known<T>> keep) {
        boolean isUnanswered =
                failed.failure() instanceof Failure.DirectorUnreachable || failed.failure() instanceof Failure.Busy;
        if (!isUnanswered || before == null || !now.isBefore(before.usableUntil())) {
            throw failed;
        }
        keep.accept(before.triedAt(now));
        return before.value();
    }

    @Override
    public Set<String> rights(DirectorSession session, Secret token) {
        Set<String> all = new HashSet<>();
        for (DirectorRoleId role : session.roles()) {
            all.addAll(rights(new RoleOf(session.organisation().id(), role), token));
        }
        return all;
    }

    private Set<String> rights(RoleOf role, Secret token) {
        @Nullable Known<Set<String>> known = rights.getIfPresent(role);
        return known != null && known.isFresh(clock.instant())
                ? known.value()
                : loads.take(role, () -> load(role, token));
    }

    /** While Cloud Director does not answer, the rights last as long as the sessions that need them. */
    private Set<String> load(RoleOf role, Secret token) {
        @Nullable Known<Set<String>> before = rights.getIfPresent(role);
        Instant now = clock.instant();
        if (before != null && before.isFresh(now)) {
            return before.value();
        }
        try {
            Set<String> granted = places.take(() -> client.rights(role.organisation(), role.role(), token));
            rights.put(role, new Known<>(granted, now, now.plus(RIGHTS_KEPT), now.plus(LONGEST)));
            return granted;
        } catch (FailureException e) {
            return goOn(e, before, now, again -> rights.put(role, again));
        }
    }

    private static FailureException refused() {
        return new FailureException(new Failure.DirectorTokenRefused());
    }

    private static Instant earlier(Instant some, Instant other) {
        return some.isBefore(other) ? some : other;
    }

    /** Logs out, and breaks off what is on its way. */
    @Override
    public void close() {
        client.close();
    }
}
