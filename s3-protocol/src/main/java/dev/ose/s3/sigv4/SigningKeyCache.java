package dev.ose.s3.sigv4;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signing keys by access key, secret version and scope; the least recently used give way when it is full. Safe for any
 * thread; a caller waits at most for the few instructions of another one.
 */
public final class SigningKeyCache {

    private static final int STRIPES = 16;

    private final List<Stripe> stripes = new ArrayList<>(STRIPES);

    /** A cache of about the given number of keys, at least 16. */
    public SigningKeyCache(int capacity) {
        int perStripe = Math.max(1, (capacity + STRIPES - 1) / STRIPES);
        for (int i = 0; i < STRIPES; i++) {
            stripes.add(new Stripe(perStripe));
        }
    }

    /** Which key: whose, of which version of the secret, for what. The version changes when the secret is rotated. */
    public record Id(AccessKeyId accessKey, long secretVersion, CredentialScope scope) {}

    /** The key, if it is here. */
    public Optional<SigningKey> find(Id id) {
        Stripe stripe = stripeOf(id.accessKey());
        synchronized (stripe) {
            return Optional.ofNullable(stripe.get(id));
        }
    }

    /** Keeps a key, which must be one of the scope in its id. */
    public void put(Id id, SigningKey key) {
        if (!key.scope().equals(id.scope())) {
            throw new IllegalArgumentException("a signing key of another scope");
        }
        Stripe stripe = stripeOf(id.accessKey());
        synchronized (stripe) {
            stripe.put(id, key);
        }
    }

    /** Forgets all keys of an access key: its secret was rotated, or it was disabled. */
    public void invalidate(AccessKeyId accessKey) {
        Stripe stripe = stripeOf(accessKey);
        synchronized (stripe) {
            stripe.keySet().removeIf(id -> id.accessKey().equals(accessKey));
        }
    }

    /** The current number of keys. */
    public int size() {
        int size = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                size += stripe.size();
            }
        }
        return size;
    }

    private Stripe stripeOf(AccessKeyId accessKey) {
        int hash = accessKey.hashCode();
        return stripes.get((hash ^ (hash >>> 16)) & (STRIPES - 1));
    }

    private static final class Stripe extends LinkedHashMap<Id, SigningKey> {

        private static final long serialVersionUID = 1L;

        private final int capacity;

        Stripe(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, SigningKey> eldest) {
            return size() > capacity;
        }
    }
}
