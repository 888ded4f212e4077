package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import java.util.Collection;
import java.util.Map;

/** The tables behind the books of uploads. Every method blocks on the database; several nodes may call all of them at once. */
public interface UploadTables {

    /**
     * Takes all the changes, at most one for each upload, or none; repeating them changes nothing. An end with a key that is
     * not the upload's ends nothing, and a doubt about an upload that is not known is forgotten.
     */
    void apply(Collection<UploadChange> changes);

    /** Whether the database is known to be away, so that the other methods refuse at once. Never blocks. */
    boolean isAway();

    /** The parts of the upload with their sizes, as far as they are known. */
    Map<PartNumber, Long> partBytes(Upload upload);
}
