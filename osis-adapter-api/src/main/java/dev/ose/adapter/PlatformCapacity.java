package dev.ose.adapter;

/**
 * How much a platform can store, and how much of that is taken, in bytes of its own media: a platform with replicas
 * stores an object several times. What neither is used nor available is reserved.
 *
 * @param totalBytes the size of all media
 * @param usedBytes taken, also by what is no object
 * @param availableBytes left for more
 */
public record PlatformCapacity(long totalBytes, long usedBytes, long availableBytes) {

    public PlatformCapacity {
        if (!isPossible(totalBytes, usedBytes, availableBytes)) {
            throw new IllegalArgumentException("no capacity: " + totalBytes + " bytes in total, " + usedBytes
                    + " used, " + availableBytes + " available");
        }
    }

    /** Whether there can be such a capacity: what is used and what is available fit into the total. */
    public static boolean isPossible(long totalBytes, long usedBytes, long availableBytes) {
        return usedBytes >= 0
                && availableBytes >= 0
                && totalBytes >= usedBytes
                && totalBytes - usedBytes >= availableBytes;
    }
}
