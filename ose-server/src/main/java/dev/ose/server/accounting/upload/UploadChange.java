package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import java.util.HashMap;
import java.util.Map;

/**
 * What happened to an upload, in this order: it was begun or ended, parts were stored, and something of unknown outcome.
 *
 * @param isEnded whether all that was known of it before goes
 * @param partBytes the parts stored since, with their sizes
 * @param isUnsure whether the platform may have stored or removed parts, or may do so yet: it is to be asked
 */
public record UploadChange(Upload upload, boolean isEnded, Map<PartNumber, Long> partBytes, boolean isUnsure) {

    public UploadChange {
        partBytes = Map.copyOf(partBytes);
    }

    /** It is there. */
    public static UploadChange begun(Upload upload) {
        return new UploadChange(upload, false, Map.of(), false);
    }

    /** The platform has it no longer. */
    public static UploadChange ended(Upload upload) {
        return new UploadChange(upload, true, Map.of(), false);
    }

    /** The platform has stored these parts. */
    public static UploadChange stored(Upload upload, Map<PartNumber, Long> partBytes) {
        return new UploadChange(upload, false, partBytes, false);
    }

    /** The outcome of a request is unknown. */
    public static UploadChange unsure(Upload upload) {
        return new UploadChange(upload, false, Map.of(), true);
    }

    /** This one and then another of the same upload, as one: the last word on each part counts, and an end forgets all before it. */
    UploadChange then(UploadChange next) {
        if (next.isEnded) {
            return next;
        }
        Map<PartNumber, Long> parts = new HashMap<>(partBytes);
        parts.putAll(next.partBytes);
        return new UploadChange(upload, isEnded, parts, isUnsure || next.isUnsure);
    }

    /** Whether it says that the upload is there and nothing else. */
    boolean isBegin() {
        return !isEnded && !isUnsure && partBytes.isEmpty();
    }

    /** Whether it says nothing of what is there. */
    public boolean isDoubtAlone() {
        return isUnsure && !isEnded && partBytes.isEmpty();
    }
}
