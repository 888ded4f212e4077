package dev.ose.server.accounting.quota;

/** So much: bytes and objects, neither negative. */
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

    /** A part of an upload, which is no object yet. */
    public static StorageAmount ofPart(long sizeBytes) {
        return new StorageAmount(sizeBytes, 0);
    }

    StorageAmount plus(StorageAmount other) {
        return new StorageAmount(bytes + other.bytes, objects + other.objects);
    }

    /** Without the other, which must be within it. */
    StorageAmount minus(StorageAmount other) {
        return new StorageAmount(bytes - other.bytes, objects - other.objects);
    }

    /** What is left of it without the other; nothing less than nothing. */
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
