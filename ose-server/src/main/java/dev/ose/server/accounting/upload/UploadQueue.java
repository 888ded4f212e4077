package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The uploads whose recorded parts may be wrong. Every method blocks on the database; safe for use by several nodes at
 * once.
 */
public interface UploadQueue {

    /**
     * Claims up to {@code limit} uploads to verify: those in doubt, those last verified before a node died, and those
     * without a change for a day. They are not returned again for long enough to probe the platform.
     */
    List<Claim> claim(int limit);

    /**
     * Records the parts that the platform reported after {@link #claim}, unless the upload changed since: then it is
     * due again soon. If the platform may still carry out a request, the upload is due again after that.
     *
     * @param partBytes the parts with their sizes; empty if the platform has no such upload
     * @return whether the parts were recorded
     */
    boolean settle(Claim claim, Optional<Map<PartNumber, Long>> partBytes);

    /**
     * The probe failed: the upload is due again in a minute.
     *
     * @param isRefused whether the platform refuses permanently: then the upload is due again in a day
     */
    void postpone(Claim claim, boolean isRefused);

    /** Makes all recorded uploads of the bucket due at once. Returns their number. */
    int askFor(BucketId bucket);

    /** Makes those of these uploads that are recorded due at once. Returns their number. */
    int askFor(List<Upload> uploads);

    /** Records those of these uploads that are unknown, due at once. Returns their number. */
    int adopt(List<Upload> listed);

    /**
     * An upload claimed for verification.
     *
     * @param changes the number of changes recorded at the time of the claim
     * @param isHeld whether the platform may still carry out a request, so that the upload must be verified once more
     */
    record Claim(Upload upload, long changes, boolean isHeld) {}
}
