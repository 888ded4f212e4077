package dev.ose.server.accounting.quota;

/** An amount of storage: bytes and objects, both non-negative. */
public record StorageAmount(long bytes, long objects) {

    public static final StorageAmount NOTHING = new StorageAmount(0, 0);

    public StorageAmount {
        if (bytes < 0 || objects < 0) {
            throw new IllegalArgumentException("less than nothing: " + bytes + " bytes, " + objects + " objects");
        }
    }

    /** An object of that size. */
    public static StorageAmount ofObject(long sizeBytes) {
        return new StorageAmount(sizeBytes, 1);
    }

    /** A part of a multipart upload, which is no object yet. */
    public static StorageAmount ofPart(long sizeBytes) {
        return new StorageAmount(sizeBytes, 0);
    }

    StorageAmount plus(StorageAmount other) {
        return new StorageAmount(bytes + other.bytes, objects + other.objects);
    }

    /** The difference; {@code other} must not exceed this amount. */
    StorageAmount minus(StorageAmount other) {
        return new StorageAmount(bytes - other.bytes, objects - other.objects);
    }

    /** The difference, bounded below by zero. */
    StorageAmount without(StorageAmount other) {
        return new StorageAmount(Math.max(0, bytes - other.bytes), Math.max(0, objects - other.objects));
    }

    boolean covers(StorageAmount other) {
        return bytes >= other.bytes && objects >= other.objects;
    }

    boolean isNothing() {
        return bytes == 0 && objects == 0;
    }
}
