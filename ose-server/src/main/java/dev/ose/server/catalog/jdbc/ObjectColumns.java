package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.ObjectFacts;
import org.jspecify.annotations.Nullable;

/** Facts of objects as columns store them. */
public final class ObjectColumns {

    private ObjectColumns() {}

    /** The time of the last change in microseconds since 1970. */
    public static long micros(ObjectFacts facts) {
        return SegmentCodec.micros(facts.modifiedAt());
    }

    /** The packed ETag. */
    public static byte[] etag(ObjectFacts facts) {
        return ETagCodec.pack(facts.etag());
    }

    /** The inverse of the other methods. */
    public static ObjectFacts facts(long sizeBytes, long micros, byte[] etag, @Nullable String versionId) {
        return new ObjectFacts(sizeBytes, ETagCodec.unpack(etag), SegmentCodec.instant(micros), versionId);
    }
}
