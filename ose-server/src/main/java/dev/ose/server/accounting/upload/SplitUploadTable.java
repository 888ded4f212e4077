package dev.ose.server.accounting.upload;

import java.util.Collection;
import java.util.List;

/**
 * The multipart uploads by which nodes store objects of single requests, until they are completed or aborted. Every
 * method blocks on the database; safe for use by several nodes at once.
 */
public interface SplitUploadTable {

    /** Records these uploads, or that they go on, so that no node aborts them for the next minutes. */
    void keep(Collection<Upload> live);

    /** Deletes uploads that were completed or aborted. */
    void remove(Collection<Upload> ended);

    /**
     * Claims up to {@code limit} uploads to abort: no node has noted for so long that they go on that none of their
     * requests can reach the platform any more. They are not returned again for some minutes.
     */
    List<Upload> claimOrphans(int limit);

    /** The platform refuses to abort the upload: it is claimed again in a day. */
    void postpone(Upload upload);
}
