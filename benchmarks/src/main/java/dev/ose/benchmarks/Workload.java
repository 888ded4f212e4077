package dev.ose.benchmarks;

import java.nio.ByteBuffer;

/**
 * One kind of request, sent over and over.
 *
 * @param name as it appears on the command line and in the table
 */
record Workload(String name, Method method, int bodyBytes) {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    static final Workload SMALL_GET = new Workload("get-4k", Method.GET, 4 * KIB);
    static final Workload SMALL_PUT = new Workload("put-4k", Method.PUT, 4 * KIB);
    static final Workload LARGE_GET = new Workload("get-10m", Method.GET, 10 * MIB);
    static final Workload LARGE_PUT = new Workload("put-10m", Method.PUT, 10 * MIB);

    /** Downloads that other requests are measured beside. */
    static final Workload HUGE_GET = new Workload("get-1g", Method.GET, 1024 * MIB);

    /** What is done with the object. */
    enum Method {
        GET,
        PUT
    }

    /** What clients send, nothing with a GET. */
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

    /** The bucket of the objects; its name tells the storage how long they are. */
    String bucket() {
        return Content.bucketOf(bodyBytes);
    }
}
