package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The uploads whose books may be wrong. Every method blocks on the database; several nodes may call all of them at once. */
public interface UploadQueue {

    /**
     * Takes up to {@code limit} uploads that the platform is to be asked for: those in doubt, those that were asked for before a node
     * died, and those of which nothing was heard for a day. They are not handed out again for a while, long enough to ask.
     */
    List<Claim> claim(int limit);

    /**
     * Makes the books say what the platform said after {@link #claim}, unless something was noted since: then the upload is due
     * again soon. One that may still change is due again once that is over.
     *
     * @param partBytes the parts with their sizes; empty if the platform has no such upload
     * @return whether the books say so now
     */
    boolean settle(Claim claim, Optional<Map<PartNumber, Long>> partBytes);

    /**
     * The platform could not tell: the upload is due again in a minute.
     *
     * @param isRefused whether it says so however often it is asked: then the upload is due again tomorrow
     */
    void postpone(Claim claim, boolean isRefused);

    /** Has the platform asked at once for all uploads of the bucket that are known. Returns how many. */
    int askFor(BucketId bucket);

    /** Has the platform asked at once for those of these uploads that are known. Returns how many. */
    int askFor(List<Upload> uploads);

    /** Takes those of these uploads into the books that are not known, and has the platform asked for them. Returns how many. */
    int adopt(List<Upload> listed);

    /**
     * An upload that a node asks for.
     *
     * @param changes how much had been noted of it
     * @param isHeld whether the platform may carry out something yet, so that it has to be asked once more
     */
    record Claim(Upload upload, long changes, boolean isHeld) {}
}
