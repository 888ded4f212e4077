package dev.ose.server.upload;

import dev.ose.s3.PartNumber;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The tables behind the books of uploads. Every method blocks on the database; several nodes may call all of them at once. */
public interface UploadTables {

    /**
     * Takes all the changes, at most one for each upload, or none; repeating them changes nothing. An end with a key that is
     * not the upload's ends nothing.
     */
    void apply(Collection<UploadChange> changes);

    /** The parts of the upload with their sizes, as far as they are known. */
    Map<PartNumber, Long> partBytes(Upload upload);

    /** Takes uploads that the platform was not known to have for {@code age}, so that nobody else does for as long. */
    List<Upload> claimUnchecked(Duration age, int limit);
}
