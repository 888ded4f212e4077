package dev.ose.server.job;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.RequestFacts;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a job comes from. Policies that depend on a client's address or on TLS decide by it, as long as the job runs.
 *
 * @param startedBy the caller's login
 * @param idempotencyKey the caller's name for the request, which starts one job only; null for none
 * @param accessKey the credential that signed the request: the job may do what it may, as long as it is active; null if
 *     the caller signed nothing, and the job has the rights of its user
 */
public record JobOrigin(
        String startedBy,
        InetAddress address,
        boolean isSecure,
        @Nullable String idempotencyKey,
        @Nullable AccessKeyId accessKey) {

    /** The origin of a job that has the rights of its user. */
    public JobOrigin(String startedBy, InetAddress address, boolean isSecure, @Nullable String idempotencyKey) {
        this(startedBy, address, isSecure, idempotencyKey, null);
    }

    RequestFacts facts() {
        return new RequestFacts(HeaderLookup.NONE, address, isSecure);
    }
}
