package dev.ose.server.usage;

/**
 * What is stored: newest versions only, each with its size as the platform tells it.
 *
 * @param objects how many
 * @param storedBytes their sizes together
 * @param partBytes besides, the parts of multipart uploads that are neither complete nor aborted
 */
public record Usage(long objects, long storedBytes, long partBytes) {

    /** What room all of it takes. */
    public long takenBytes() {
        return storedBytes + partBytes;
    }
}
