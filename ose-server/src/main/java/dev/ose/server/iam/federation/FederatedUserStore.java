package dev.ose.server.iam.federation;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/**
 * Keeps for whom users were made by a token. A user is one subject's from its first row on and for ever; that it is removed
 * changes nothing about that. Every method blocks on the database.
 */
public interface FederatedUserStore {

    /** Who was made for somebody. */
    sealed interface Binding {

        /** A user; it can act once it is finished. */
        record Of(User user, boolean isFinished) implements Binding {}

        /** A user who was removed. */
        record Gone() implements Binding {}
    }

    /** What came of a claim. */
    sealed interface Claim {

        /** The subject's user; somebody else may have finished it meanwhile. */
        record Of(User user, boolean isFinished) implements Claim {}

        /** Somebody else has the name, finished or not, or is meant by it: a role trusts it, or other tokens stand for it. */
        record NameTaken() implements Claim {}

        /** There are as many users of the provider as it may make. */
        record Full() implements Claim {}

        /** Nobody is made: the tenant, or its user, is disabled, the user is gone, or the tenant's providers make none. */
        record Closed() implements Claim {}
    }

    /** Who was made for the subject. */
    Optional<Binding> find(TenantId tenant, FederatedSubject subject);

    /** Whether the user was made for somebody. */
    boolean isBound(TenantId tenant, UserId user);

    /**
     * Writes an unfinished user for the subject, or returns the one that was written for it before, whatever its name. Of
     * several at once, on whichever nodes, one writes.
     */
    Claim claim(FederatedSubject subject, User draft);

    /**
     * Forgets an unfinished user whose only maker knows that the platform made nothing. Does nothing if there was another
     * attempt, or a counterpart is on record.
     */
    void release(FederatedSubject subject, User user);
}
