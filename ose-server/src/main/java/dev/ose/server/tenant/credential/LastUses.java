package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notes the uses of credentials in memory, at most one of a credential in five minutes: a request costs a look-up.
 * {@link LastUseWriter} writes them in batches; a crash loses those in between. Thread-safe; never blocks.
 */
public final class LastUses {

    /** The least time between two noted uses of a credential. */
    static final Duration APART = Duration.ofMinutes(5);

    /** Uses of further credentials within {@link #APART} are not noted. */
    private static final int MAX_NOTED = 100_000;

    private final Map<AccessKeyId, LastUse> noted = new ConcurrentHashMap<>();
    private final Map<AccessKeyId, LastUse> unwritten = new ConcurrentHashMap<>();

    /** Notes a use. Sessions are not noted: they end by themselves, and no list shows them. */
    public void note(Identity.Key key, Instant now, InetAddress address, LastUse.Service service) {
        LastUse before = noted.get(key.id());
        boolean isKnown = before != null && now.isBefore(before.time().plus(APART));
        if (isKnown || key.kind() == CredentialKind.SESSION || (before == null && noted.size() >= MAX_NOTED)) {
            return;
        }
        LastUse use = LastUse.of(now, address, service);
        noted.put(key.id(), use);
        unwritten.put(key.id(), use);
    }

    /** The uses that are not written yet. */
    Map<AccessKeyId, LastUse> unwritten() {
        return new HashMap<>(unwritten);
    }

    /** Forgets uses that are written, and those that no longer keep a new one from being noted. */
    void written(Map<AccessKeyId, LastUse> uses, Instant now) {
        uses.forEach(unwritten::remove);
        noted.values().removeIf(use -> !now.isBefore(use.time().plus(APART)));
    }
}
