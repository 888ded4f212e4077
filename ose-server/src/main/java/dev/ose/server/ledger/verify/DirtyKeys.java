package dev.ose.server.ledger.verify;

import java.util.List;

/** The keys whose rows may be wrong. Every method blocks on the database; safe for use by several threads and nodes. */
public interface DirtyKeys {

    /**
     * Takes up to {@code limit} keys that are due and have no intent, or had one for long: as many of each bucket that has some,
     * those waiting longest first. They are not handed out again for a while, long enough to ask the platform. Keys that platforms
     * refused to tell of several times come last, a few at a time.
     */
    List<DirtyKey> claim(int limit);

    /**
     * Makes the key's rows say what the platform said after {@link #claim}, and removes the mark unless it was held then;
     * both only if the key was not marked again and has no intent. Marked again, it is due at once. With an intent the mark
     * stays, and the row of the object is only written if it counts for more then: somebody who uploads slowly must not keep what else he
     * stores under the key out of his usage.
     *
     * <p>Where the content is not whole, the key is {@linkplain #refuse refused} instead of being settled.
     *
     * @return whether the key is settled, at least until its hold ends
     */
    boolean settle(DirtyKey key, KeyContent content);

    /** Nobody can ask for them now: they are due again soon. */
    void putBack(List<DirtyKey> keys);

    /** The platform could not tell: the key is due again later, the more often this happened the later. */
    void postpone(DirtyKey key);

    /**
     * The platform refused to tell: the key is due again much later, the more often this happened the later, and at once when it is
     * marked again. Whoever waits for keys to be verified does not wait for this one. Does nothing if it was marked again.
     */
    void refuse(DirtyKey key);

    /** How many keys platforms refused to tell of so often that they are hardly asked any more; counts to a hundred thousand. */
    int countRefused();
}
