package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.SealedKey;
import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.document.EncryptionConfiguration;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files with their keys, and the default encryption of buckets, as columns. */
final class EncryptionColumns {

    private static final String AES256 = "AES256";

    private EncryptionColumns() {}

    /** The file of a row with {@code file_id}, {@code size_bytes} and {@code sealed_key}; empty if it has none. */
    static Optional<StoredFile> file(ResultSet row) throws SQLException {
        byte[] key = row.getBytes("sealed_key");
        long sizeBytes = row.getLong("size_bytes");
        return Optional.ofNullable(row.getObject("file_id", UUID.class))
                .map(id -> new StoredFile(new FileId(id), sizeBytes, key == null ? null : new SealedKey(key)));
    }

    static @Nullable EncryptionConfiguration bucket(ResultSet row) throws SQLException {
        boolean isDefault = row.getString("encryption") != null;
        String blocked = row.getString("blocked_encryption");
        return isDefault || blocked != null
                ? new EncryptionConfiguration(
                        isDefault,
                        row.getBoolean("bucket_key"),
                        blocked == null ? null : EncryptionConfiguration.Blocked.valueOf(blocked))
                : null;
    }

    static @Nullable String algorithm(@Nullable EncryptionConfiguration configuration) {
        return configuration != null && configuration.isDefault() ? AES256 : null;
    }

    static boolean bucketKey(@Nullable EncryptionConfiguration configuration) {
        return configuration != null && configuration.bucketKey();
    }

    static @Nullable String blocked(@Nullable EncryptionConfiguration configuration) {
        EncryptionConfiguration.Blocked blocked = configuration == null ? null : configuration.blocked();
        return blocked == null ? null : blocked.name();
    }
}
