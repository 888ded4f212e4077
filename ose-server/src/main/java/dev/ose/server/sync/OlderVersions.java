package dev.ose.server.sync;

/** How many versions a key has beside the newest, delete markers among them, and their bytes together. */
public record OlderVersions(long count, long bytes) {

    /** No others. */
    public static final OlderVersions NONE = new OlderVersions(0, 0);

    /** With one more. */
    public OlderVersions plus(long sizeBytes) {
        return new OlderVersions(count + 1, bytes + sizeBytes);
    }
}
