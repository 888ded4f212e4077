package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * As whom others may act for a while.
 *
 * @param id of this life of the role: made anew under an old name it has another
 * @param actsAs the user whose rights its sessions have, as far as its policies allow
 * @param trust the document that says who may open one
 * @param longest how long a session may last
 */
public record AssumableRole(
        UUID id,
        TenantId tenant,
        String name,
        UserId actsAs,
        String trust,
        String description,
        Duration longest,
        Instant createdAt) {

    /** Its name for clients. */
    public RoleArn arn() {
        return new RoleArn(tenant, name);
    }
}
