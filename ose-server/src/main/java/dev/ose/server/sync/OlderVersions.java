package dev.ose.server.sync;

/** The number of versions of a key besides the newest, including delete markers, and their total size. */
public record OlderVersions(long count, long bytes) {

    /** No older versions. */
    public static final OlderVersions NONE = new OlderVersions(0, 0);

    /** With one more version. */
    public OlderVersions plus(long sizeBytes) {
        return new OlderVersions(count + 1, bytes + sizeBytes);
    }
}
