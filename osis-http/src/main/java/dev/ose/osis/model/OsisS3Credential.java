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
 * @param secretKey there in every answer, however old the key is
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

    /** When it was made, if the document says so in a form that the contract knows. */
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

    /** The same, working or not. */
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

    /** Whether the key works, which it does unless the document says otherwise. */
    public boolean works() {
        return active == null || active;
    }
}
