package dev.ose.server.tenant.credential;

import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * An IAM role.
 *
 * @param id unique to this role; a new role of the same name has another
 * @param actsAs the user whose rights its sessions have, as far as its policies allow
 * @param trust the trust policy
 * @param longest maximum duration of a session
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

    /** Its ARN. */
    public RoleArn arn() {
        return new RoleArn(tenant, name);
    }
}
