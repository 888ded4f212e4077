package dev.ose.server.catalog.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What a change of an object in a segment needs of it.
 *
 * @param modifiedMicros as in {@link SegmentCodec#micros}
 * @param tagAt where its packed entity tag begins in the data of the segment
 * @param tagLength bytes of the packed entity tag
 */
public record FoldedObject(
        long sizeBytes, long modifiedMicros, @Nullable String versionId, int tagAt, int tagLength) {}
