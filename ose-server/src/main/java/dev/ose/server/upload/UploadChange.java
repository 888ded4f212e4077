package dev.ose.server.upload;

import dev.ose.s3.PartNumber;
import java.util.Map;

/**
 * What happened to an upload.
 *
 * @param isEnded whether all that was known of it before goes
 * @param partBytes the parts stored since, with their sizes
 */
public record UploadChange(Upload upload, boolean isEnded, Map<PartNumber, Long> partBytes) {

    public UploadChange {
        partBytes = Map.copyOf(partBytes);
    }
}
