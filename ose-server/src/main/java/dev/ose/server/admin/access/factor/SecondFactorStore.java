package dev.ose.server.admin.access.factor;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.account.AccountId;
import java.util.List;
import java.util.Optional;

/** Keeps second factors. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface SecondFactorStore {

    /** Stores a key that is not confirmed yet, in place of an earlier one; says whether none was confirmed before. */
    boolean begin(AccountId account, Secret key);

    /** The key of an account, if it has one. */
    Optional<Factor> find(AccountId account);

    /**
     * Confirms the key of an account.
     *
     * @param step of the code that confirmed it
     * @param recovery digests of its recovery codes
     * @return false if it was confirmed already
     */
    boolean confirm(AccountId account, long step, List<String> recovery);

    /** Takes the code of a step; false if that of this one, or of a later one, was taken before. */
    boolean takeStep(AccountId account, long step);

    /** Takes a recovery code, which is gone then; false if there is none of this digest. */
    boolean takeRecovery(AccountId account, String digest);

    /** Removes the second factor of an account, if it has one. */
    void remove(AccountId account);

    /** A key. */
    record Factor(Secret key, boolean isConfirmed) {}
}
