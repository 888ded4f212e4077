package dev.ose.adapter.embedded.store;

import dev.ose.s3.lock.ObjectLock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Headers, metadata, tags, access, lock and encryption of an object, as the client states them.
 *
 * @param headers lower-case names of system headers and their values, one char per byte
 * @param metadata user metadata without its prefix, names lower-case, values one char per byte
 * @param tags the object's tags
 * @param access owner and ACL
 * @param lock retention and legal hold
 * @param isEncrypted whether its bytes are encrypted by SSE-S3
 */
public record ObjectDescription(
        SequencedMap<String, String> headers,
        SequencedMap<String, String> metadata,
        SequencedMap<String, String> tags,
        ObjectAccess access,
        ObjectLock lock,
        boolean isEncrypted) {

    /** A description without any of them. */
    public static final ObjectDescription EMPTY = new ObjectDescription(
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            ObjectAccess.OF_BUCKET,
            ObjectLock.NONE,
            false);

    public ObjectDescription {
        headers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(headers));
        metadata = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metadata));
        tags = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tags));
    }

    /** The same with other tags. */
    public ObjectDescription withTags(SequencedMap<String, String> other) {
        return new ObjectDescription(headers, metadata, other, access, lock, isEncrypted);
    }

    /** The same with another lock. */
    public ObjectDescription withLock(ObjectLock other) {
        return new ObjectDescription(headers, metadata, tags, access, other, isEncrypted);
    }

    /** The same, encrypted or not. */
    public ObjectDescription withEncryption(boolean other) {
        return new ObjectDescription(headers, metadata, tags, access, lock, other);
    }

    /** The same with another owner and ACL. */
    public ObjectDescription withAccess(ObjectAccess other) {
        return new ObjectDescription(headers, metadata, tags, other, lock, isEncrypted);
    }
}
