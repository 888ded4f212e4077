package dev.ose.server.accounting.quota;

/** So much: bytes and objects, neither negative. */
public record Amount(long bytes, long objects) {

    public static final Amount NOTHING = new Amount(0, 0);

    public Amount {
        if (bytes < 0 || objects < 0) {
            throw new IllegalArgumentException("less than nothing: " + bytes + " bytes, " + objects + " objects");
        }
    }

    /** An object of that size. */
    public static Amount ofObject(long sizeBytes) {
        return new Amount(sizeBytes, 1);
    }

    /** A part of an upload, which is no object yet. */
    public static Amount ofPart(long sizeBytes) {
        return new Amount(sizeBytes, 0);
    }

    Amount plus(Amount other) {
        return new Amount(bytes + other.bytes, objects + other.objects);
    }

    /** Without the other, which must be within it. */
    Amount minus(Amount other) {
        return new Amount(bytes - other.bytes, objects - other.objects);
    }

    /** What is left of it without the other; nothing less than nothing. */
    Amount without(Amount other) {
        return new Amount(Math.max(0, bytes - other.bytes), Math.max(0, objects - other.objects));
    }

    boolean covers(Amount other) {
        return bytes >= other.bytes && objects >= other.objects;
    }

    boolean isNothing() {
        return bytes == 0 && objects == 0;
    }
}
