package dev.ose.server.ledger.verify;

import java.util.List;

/** The keys whose rows may be wrong. Every method blocks on the database; safe for use by several threads and nodes. */
public interface DirtyKeys {

    /**
     * Claims up to {@code limit} keys that are due and have no intent, or whose mark is old: an equal share for each
     * bucket that has some, longest waiting first. Claimed keys are not returned again for long enough to probe the
     * platform. Parked keys, which platforms refused to report several times, come last, a few at a time.
     */
    List<DirtyKey> claim(int limit);

    /**
     * Writes the rows that the platform reported after {@link #claim}, and removes the mark unless it was held then;
     * both only if the key was not marked again and has no intent. If it was marked again, it is due at once. With an
     * intent the mark stays, and the rows are written only if usage grows by it: a slow upload must not keep other
     * versions of the key out of the usage.
     *
     * <p>If the content is not whole, the key is {@linkplain #refuse refused} instead of being settled.
     *
     * @return whether the key is settled, at least until its hold ends
     */
    boolean settle(DirtyKey key, KeyContent content);

    /** The keys cannot be probed now: they are due again soon. */
    void putBack(List<DirtyKey> keys);

    /** The probe failed: the key is due again later, with a growing delay. */
    void postpone(DirtyKey key);

    /**
     * The platform refused to report the key: it is due again much later, with a growing delay, and at once if it is
     * marked again. Waits for verification ignore such a key. Does nothing if it was marked again since the claim.
     */
    void refuse(DirtyKey key);

    /** The number of parked keys, which platforms refused to report several times; at most 100,000. */
    int countRefused();
}
