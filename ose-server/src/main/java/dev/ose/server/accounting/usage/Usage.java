package dev.ose.server.accounting.usage;

/**
 * What is stored, each version with its size as the platform tells it.
 *
 * @param objects how many there are: the newest versions
 * @param storedBytes their sizes together
 * @param partBytes besides, the parts of multipart uploads that are neither complete nor aborted
 * @param olderVersions besides, how many versions that are not the newest, and delete markers
 * @param olderBytes their sizes together; delete markers have none
 */
public record Usage(long objects, long storedBytes, long partBytes, long olderVersions, long olderBytes) {

    /** Nothing at all. */
    public static final Usage NOTHING = new Usage(0, 0, 0, 0, 0);

    /** Nothing but objects without older versions. */
    public static Usage ofObjects(long objects, long storedBytes) {
        return new Usage(objects, storedBytes, 0, 0, 0);
    }

    /** What room all of it takes. */
    public long takenBytes() {
        return storedBytes + partBytes + olderBytes;
    }

    /** By how much it is more than the other; each less than nothing where it is less. */
    public Usage minus(Usage other) {
        return new Usage(
                objects - other.objects,
                storedBytes - other.storedBytes,
                partBytes - other.partBytes,
                olderVersions - other.olderVersions,
                olderBytes - other.olderBytes);
    }
}
