package dev.ose.server.admin.access.session;

import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keeps sessions under digests of their tokens, by the database's clock. Blocks on the database; fails with {@code
 * MetadataUnavailable}.
 */
public interface SessionStore {

    /**
     * Opens a session, and closes the least used ones of the account beyond its share.
     *
     * @return when it ends even if it is used
     * @throws dev.ose.server.runtime.failure.FailureException {@code WrongLogin} if the account's password was changed
     *     meanwhile
     */
    Instant open(Account account, String digest, Device device, Duration longest);

    /**
     * The session of the digest, which counts as used now.
     *
     * @param idle how long it may be unused
     * @return empty if it ended, or if its account may not act
     */
    Optional<LiveSession> use(String digest, Duration idle);

    /** The sessions of an account that have not ended, the latest first. */
    List<OpenSession> list(AccountId account, Duration idle);

    /** Closes the session of the digest, if there is one. */
    void close(String digest);

    /** Closes a session of the account; says whether there was one. */
    boolean close(AccountId account, SessionId session);

    /** Closes all sessions of the account. */
    void closeAll(AccountId account);

    /** Closes all sessions of the account but one. */
    void closeOthers(AccountId account, SessionId kept);
}
