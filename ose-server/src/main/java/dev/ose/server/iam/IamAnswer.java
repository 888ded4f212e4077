package dev.ose.server.iam;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A response of IAM or STS.
 *
 * @param action null if unknown or not supported
 * @param failure the error code; null for a success
 * @param payer the account to meter, if it is not the signer's; null for the signer's or none
 */
public record IamAnswer(
        int status,
        @Nullable IamAction action,
        @Nullable String failure,
        String xml,
        @Nullable Payer payer) {

    /** The user that a token was verified for. */
    public record Payer(TenantId tenant, UserId user) {}

    /** A response metered on the signer's account. */
    public IamAnswer(int status, @Nullable IamAction action, @Nullable String failure, String xml) {
        this(status, action, failure, xml, null);
    }
}
