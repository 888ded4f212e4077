package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * A user of a platform's tenant.
 *
 * @param userId chosen by the service: ignored in requests, there in every answer
 * @param canonicalUserId the same: the id by which S3 names the user
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

    /** The name under either of its two names. */
    public @Nullable String anyName() {
        return username == null ? displayName : username;
    }

    /** Whether its keys work, which they do unless the document says otherwise. */
    public boolean works() {
        return active == null || active;
    }

    /** A user to ask for. */
    public static OsisUser request(
            String tenantId, String username, OsisRole role, String cdUserId, @Nullable String cdTenantId) {
        return new OsisUser(null, null, null, tenantId, true, username, null, null, role, cdUserId, cdTenantId);
    }

    /** The same with keys that work or do not. */
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

    /** The same in this tenant, under the ids that the service chose; none before it did. */
    public OsisUser withIds(String inTenant, @Nullable String id, @Nullable String canonicalId) {
        return new OsisUser(
                id, canonicalId, userArn, inTenant, works(), anyName(), null, email, role, cdUserId, cdTenantId);
    }
}
