package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Notes the uses of credentials and the requests of users in memory, at most one of each in five minutes: a request
 * costs a look-up. {@link LastUseWriter} writes them in batches; a crash loses those in between. Thread-safe; never
 * blocks.
 */
public final class LastUses {

    /** The least time between two noted uses of a credential, and between two noted requests of a user. */
    static final Duration APART = Duration.ofMinutes(5);

    private final SpacedNotes<AccessKeyId, LastUse> keys = new SpacedNotes<>(APART);
    private final SpacedNotes<Person, Instant> people = new SpacedNotes<>(APART);

    /** A user of a tenant. */
    public record Person(TenantId tenant, UserId user) {}

    /** Notes a use. Sessions are not noted: they end by themselves, and no list shows them. */
    public void note(Identity.Key key, Instant now, InetAddress address, LastUse.Service service) {
        if (key.kind() != CredentialKind.SESSION) {
            keys.note(key.id(), now, () -> LastUse.of(now, address, service));
        }
    }

    /** Notes a request of a user, whatever it logged in by. */
    public void noteUser(TenantId tenant, UserId user, Instant now) {
        people.note(new Person(tenant, user), now, () -> now);
    }

    /** The uses that are not written yet. */
    Map<AccessKeyId, LastUse> unwritten() {
        return keys.unwritten();
    }

    /** The last requests of users that are not written yet. */
    Map<Person, Instant> unwrittenUsers() {
        return people.unwritten();
    }

    /** Forgets uses that are written, and those that no longer keep a new one from being noted. */
    void written(Map<AccessKeyId, LastUse> uses, Instant now) {
        keys.written(uses, now);
    }

    /** As {@link #written}, of requests of users. */
    void writtenUsers(Map<Person, Instant> requests, Instant now) {
        people.written(requests, now);
    }
}
