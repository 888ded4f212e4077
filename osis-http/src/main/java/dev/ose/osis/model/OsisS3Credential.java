package dev.ose.osis.model;

import dev.ose.adapter.Secret;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key pair of a user.
 *
 * @param secretKey present in every answer, whatever the age of the key
 * @param creationDate as ISO 8601
 * @param immutable first revision: must not be deleted
 */
public record OsisS3Credential(
        @Nullable String accessKey,
        @Nullable Secret secretKey,
        @Nullable Boolean active,
        @Nullable String creationDate,
        @Nullable String tenantId,
        @Nullable String userId,
        @Nullable String username,
        @Nullable String cdUserId,
        @Nullable String cdTenantId,
        @Nullable Boolean immutable) {

    /** The creation time, if the document states it in a form of the contract. */
    public Optional<Instant> createdAt() {
        if (creationDate == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(creationDate).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The same with this state. */
    public OsisS3Credential withActive(boolean nowActive) {
        return new OsisS3Credential(
                accessKey,
                secretKey,
                nowActive,
                creationDate,
                tenantId,
                userId,
                username,
                cdUserId,
                cdTenantId,
                immutable);
    }

    /** Whether the key is active, the default if the document states nothing. */
    public boolean works() {
        return active == null || active;
    }
}
