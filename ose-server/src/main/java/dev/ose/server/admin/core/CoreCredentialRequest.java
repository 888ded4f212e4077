package dev.ose.server.admin.core;

import dev.ose.server.admin.credential.ApplicationScope;
import dev.ose.server.admin.json.Input;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request for a key pair.
 *
 * @param storageUserId the user in the path, if it is there
 * @param type {@code USER} if absent
 * @param allowedBuckets the buckets whose objects an application may read and write
 */
record CoreCredentialRequest(
        @Nullable String storageUserId,
        CoreCredentialView.@Nullable Type type,
        @Nullable String appName,
        @Nullable List<String> allowedBuckets) {

    /** Fails with {@code Invalid}, which names the field. */
    CredentialTerms terms(UserId owner) {
        if (storageUserId != null && !storageUserId.equals(owner.toString())) {
            throw invalid("storageUserId", "must be that of the user in the path");
        }
        if (type == CoreCredentialView.Type.APP) {
            List<String> buckets = Input.each("allowedBuckets", allowedBuckets);
            Input.required("appName", appName);
            return new CredentialTerms(appName, "", new ApplicationScope(buckets, null, null).policy(), null);
        }
        if (allowedBuckets != null && !allowedBuckets.isEmpty()) {
            throw invalid("allowedBuckets", "belongs to applications: type must be APP");
        }
        return new CredentialTerms(appName, "", null, null);
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
