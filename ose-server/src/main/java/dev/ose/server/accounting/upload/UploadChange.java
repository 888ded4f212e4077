package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import java.util.HashMap;
import java.util.Map;

/**
 * A change of an upload, to be applied in this order: begin or end, stored parts, a request with an unknown outcome.
 *
 * @param isEnded whether everything known of the upload before is deleted
 * @param parts the parts stored since
 * @param isUnsure whether the platform may have stored or removed parts, or may still do so: the upload must be
 *     verified
 */
public record UploadChange(Upload upload, boolean isEnded, Map<PartNumber, NotedPart> parts, boolean isUnsure) {

    public UploadChange {
        parts = Map.copyOf(parts);
    }

    /** The upload exists. */
    public static UploadChange begun(Upload upload) {
        return new UploadChange(upload, false, Map.of(), false);
    }

    /** The upload no longer exists on the platform. */
    public static UploadChange ended(Upload upload) {
        return new UploadChange(upload, true, Map.of(), false);
    }

    /** The platform has stored these parts. */
    public static UploadChange stored(Upload upload, Map<PartNumber, NotedPart> parts) {
        return new UploadChange(upload, false, parts, false);
    }

    /** The outcome of a request is unknown. */
    public static UploadChange unsure(Upload upload) {
        return new UploadChange(upload, false, Map.of(), true);
    }

    /**
     * Combines this change with a later one of the same upload: the last note of each part counts, and an end discards
     * everything before it.
     */
    UploadChange then(UploadChange next) {
        if (next.isEnded) {
            return next;
        }
        Map<PartNumber, NotedPart> both = new HashMap<>(parts);
        both.putAll(next.parts);
        return new UploadChange(upload, isEnded, both, isUnsure || next.isUnsure);
    }

    /** Whether the change states only that the upload exists. */
    boolean isBegin() {
        return !isEnded && !isUnsure && parts.isEmpty();
    }

    /** Whether the change states only that an outcome is unknown. */
    public boolean isDoubtAlone() {
        return isUnsure && !isEnded && parts.isEmpty();
    }
}
