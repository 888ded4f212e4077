package dev.ose.server.iam;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told.
 *
 * @param action what was asked for; null if it is not offered, or did not come to be known
 * @param failure the error code; null for a success
 * @param payer on whose account it is, if that is not whoever signed; null if it is that one's, or nobody's
 */
public record IamAnswer(
        int status,
        @Nullable IamAction action,
        @Nullable String failure,
        String xml,
        @Nullable Payer payer) {

    /** Somebody whom a token was proven to stand for. */
    public record Payer(TenantId tenant, UserId user) {}

    /** An answer on the account of whoever signed. */
    public IamAnswer(int status, @Nullable IamAction action, @Nullable String failure, String xml) {
        this(status, action, failure, xml, null);
    }
}
