package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Stores the last uses of credentials, and when users were seen last. Every method blocks on the database. */
public interface LastUseStore {

    /**
     * Writes uses that are at least {@code apart} later than those that are stored; ignores those of deleted
     * credentials.
     */
    void write(Map<AccessKeyId, LastUse> uses, Duration apart);

    /** As {@link #write}, when users sent their last requests. */
    void writeUsers(Map<LastUses.Person, Instant> requests, Duration apart);
}
