package dev.ose.server.accounting.usage;

/**
 * Stored data, each version with its size as the platform reports it.
 *
 * @param objects number of newest versions
 * @param storedBytes their total size
 * @param partBytes in addition, the parts of multipart uploads that are neither complete nor aborted
 * @param olderVersions in addition, the number of older versions and delete markers
 * @param olderBytes their total size; delete markers have none
 */
public record Usage(long objects, long storedBytes, long partBytes, long olderVersions, long olderBytes) {

    /** No usage. */
    public static final Usage NOTHING = new Usage(0, 0, 0, 0, 0);

    /** The usage of objects without older versions. */
    public static Usage ofObjects(long objects, long storedBytes) {
        return new Usage(objects, storedBytes, 0, 0, 0);
    }

    /** The total size of everything stored. */
    public long takenBytes() {
        return storedBytes + partBytes + olderBytes;
    }

    /** The difference, component by component; may be negative. */
    public Usage minus(Usage other) {
        return new Usage(
                objects - other.objects,
                storedBytes - other.storedBytes,
                partBytes - other.partBytes,
                olderVersions - other.olderVersions,
                olderBytes - other.olderBytes);
    }
}
