package dev.ose.server.sync;

/**
 * The progress of a sync run.
 *
 * @param position the key up to which both sides were compared; empty at the start
 * @param listed objects that the platform listed
 * @param missing objects of the platform without a row
 * @param extra rows without an object on the platform
 * @param differing rows that differ from the platform
 * @param uploads multipart uploads queued for verification
 */
public record Progress(String position, long listed, long missing, long extra, long differing, long uploads) {

    /** Nothing compared yet. */
    public static final Progress START = new Progress("", 0, 0, 0, 0, 0);

    Progress plus(BucketComparison found) {
        return new Progress(
                found.end(),
                listed + found.listed(),
                missing + found.missing(),
                extra + found.extra(),
                differing + found.differing(),
                uploads);
    }

    Progress withUploads(long asked) {
        return new Progress(position, listed, missing, extra, differing, asked);
    }
}
