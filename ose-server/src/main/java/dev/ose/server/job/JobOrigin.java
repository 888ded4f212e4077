package dev.ose.server.job;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.access.RequestFacts;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a job comes from. Policies that depend on a client's address or on TLS decide by it, as long as the job runs.
 *
 * @param startedBy the caller's login
 * @param idempotencyKey the caller's name for the request, which starts one job only; null for none
 */
public record JobOrigin(
        String startedBy,
        InetAddress address,
        boolean isSecure,
        @Nullable String idempotencyKey) {

    RequestFacts facts() {
        return new RequestFacts(HeaderLookup.NONE, address, isSecure);
    }
}
