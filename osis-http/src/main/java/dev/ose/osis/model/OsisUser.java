package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * A user of a platform's tenant.
 *
 * @param userId chosen by the service: ignored in requests, present in every answer
 * @param canonicalUserId the same: the user's id in S3 answers
 * @param userArn second revision
 * @param displayName what the first revision called {@code username}
 */
public record OsisUser(
        @Nullable String userId,
        @Nullable String canonicalUserId,
        @Nullable String userArn,
        @Nullable String tenantId,
        @Nullable Boolean active,
        @Nullable String username,
        @Nullable String displayName,
        @Nullable String email,
        @Nullable OsisRole role,
        @Nullable String cdUserId,
        @Nullable String cdTenantId) {

    /** The user's name, from either of the two fields that hold it. */
    public @Nullable String anyName() {
        return username == null ? displayName : username;
    }

    /** Whether the user is active, the default if the document states nothing. */
    public boolean works() {
        return active == null || active;
    }

    /** The body of a request that creates a user. */
    public static OsisUser request(
            String tenantId, String username, OsisRole role, String cdUserId, @Nullable String cdTenantId) {
        return new OsisUser(null, null, null, tenantId, true, username, null, null, role, cdUserId, cdTenantId);
    }

    /** The same, active or not. */
    public OsisUser withActive(boolean nowActive) {
        return new OsisUser(
                userId,
                canonicalUserId,
                userArn,
                tenantId,
                nowActive,
                username,
                displayName,
                email,
                role,
                cdUserId,
                cdTenantId);
    }

    /** The same in this tenant, with the ids that the service assigned; null before. */
    public OsisUser withIds(String inTenant, @Nullable String id, @Nullable String canonicalId) {
        return new OsisUser(
                id, canonicalId, userArn, inTenant, works(), anyName(), null, email, role, cdUserId, cdTenantId);
    }
}
