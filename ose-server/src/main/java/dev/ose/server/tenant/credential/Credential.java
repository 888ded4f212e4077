package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;

/** A key pair without its secret. */
public record Credential(
        AccessKeyId accessKey,
        TenantId tenant,
        UserId user,
        CredentialKind kind,
        Status status,
        CredentialTerms terms,
        Instant createdAt) {

    /** The same with other terms. */
    public Credential with(CredentialTerms others) {
        return new Credential(accessKey, tenant, user, kind, status, others, createdAt);
    }
}
