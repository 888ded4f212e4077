package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import java.util.Collection;
import java.util.Map;

/** The recorded uploads. Every method blocks on the database; safe for use by several nodes at once. */
public interface UploadTables {

    /**
     * Applies all changes, at most one for each upload, or none; repeating them changes nothing. An end with another
     * key than the upload's is ignored, and so is a doubt about an unknown upload.
     */
    void apply(Collection<UploadChange> changes);

    /** Whether the database is known to be unavailable, so that the other methods fail at once. Never blocks. */
    boolean isAway();

    /** The recorded parts of the upload. */
    Map<PartNumber, NotedPart> parts(Upload upload);
}
