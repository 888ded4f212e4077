package dev.ose.benchmarks;

import java.nio.ByteBuffer;

/**
 * One kind of request, sent over and over.
 *
 * @param name as it appears on the command line and in the table
 * @param mode how the signature covers what is sent
 */
record Workload(String name, Method method, int bodyBytes, BodyMode mode) {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    static final Workload SMALL_GET = get("get-4k", 4 * KIB);
    static final Workload LARGE_GET = get("get-10m", 10 * MIB);

    /** Downloads that other requests are measured beside. */
    static final Workload HUGE_GET = get("get-1g", 1024 * MIB);

    private static Workload get(String name, int bytes) {
        return new Workload(name, Method.GET, bytes, BodyMode.DIGEST);
    }

    /** Uploads of 4 KiB. */
    static Workload smallPut(BodyMode mode) {
        return new Workload("put-4k" + mode.suffix(), Method.PUT, 4 * KIB, mode);
    }

    /** Uploads of 10 MiB. */
    static Workload largePut(BodyMode mode) {
        return new Workload("put-10m" + mode.suffix(), Method.PUT, 10 * MIB, mode);
    }

    /** The operation on the object. */
    enum Method {
        GET,
        PUT
    }

    /**
     * How many objects each connection reads or writes in turn. Where each request has a body of its own, which must be
     * ready before the clock starts, a large one gets few.
     */
    int objectsPerConnection() {
        return mode.isSigned() && isBulk() ? 1 : 64;
    }

    /** The body of the request; empty for a GET. */
    ByteBuffer requestBody() {
        return method == Method.PUT ? Content.bytes(bodyBytes) : ByteBuffer.allocate(0);
    }

    int responseBytes() {
        return method == Method.GET ? bodyBytes : 0;
    }

    /** Whether the bytes cost more than the request does. */
    boolean isBulk() {
        return bodyBytes >= MIB;
    }

    /** The bucket of the objects; its name determines their size. */
    String bucket() {
        return Content.bucketOf(bodyBytes);
    }
}
