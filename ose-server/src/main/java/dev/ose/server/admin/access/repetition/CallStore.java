package dev.ose.server.admin.access.repetition;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Remembers requests with an idempotency key for a day. Every method blocks on the database. */
public interface CallStore {

    /**
     * The key of a request.
     *
     * @param login of its caller; keys of different logins have nothing to do with each other
     */
    record Key(String login, String key) {}

    /**
     * A request that was carried out.
     *
     * @param status of its answer
     * @param answer its answer; null if that contained a secret
     * @param created the id of what it created
     */
    record Done(int status, @Nullable String answer, String created) {}

    /**
     * Begins a request. An earlier one that is not done is taken over after five minutes: its node has died.
     *
     * @param digest of the request
     * @param attempt names this attempt
     * @return what an earlier request with the key was answered; empty if this one is to be carried out
     * @throws dev.ose.server.runtime.failure.FailureException {@code KeyReused} if the earlier one was another request;
     *     {@code KeyBusy} if it is not done yet
     */
    Optional<Done> begin(Key key, String digest, UUID attempt);

    /** Remembers the answer of an attempt. */
    void end(Key key, UUID attempt, Done done);

    /** Forgets an attempt that created nothing. */
    void forget(Key key, UUID attempt);
}
