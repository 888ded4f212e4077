package dev.ose.benchmarks;

import java.nio.ByteBuffer;

/**
 * One kind of request, sent over and over.
 *
 * @param name as it appears on the command line and in the table
 * @param bodyBytes how long the object is that is read or written
 * @param entries how many objects a document is about
 * @param mode how the signature covers what is sent
 */
record Workload(String name, Method method, int bodyBytes, int entries, BodyMode mode) {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    static final Workload SMALL_GET = get("get-4k", 4 * KIB);
    static final Workload LARGE_GET = get("get-10m", 10 * MIB);

    /** Downloads that other requests are measured beside. */
    static final Workload HUGE_GET = get("get-1g", 1024 * MIB);

    private static Workload get(String name, int bytes) {
        return new Workload(name, Method.GET, bytes, 0, BodyMode.DIGEST);
    }

    /** Uploads of 4 KiB. */
    static Workload smallPut(BodyMode mode) {
        return new Workload("put-4k" + mode.suffix(), Method.PUT, 4 * KIB, 0, mode);
    }

    /** Uploads of 10 MiB. */
    static Workload largePut(BodyMode mode) {
        return new Workload("put-10m" + mode.suffix(), Method.PUT, 10 * MIB, 0, mode);
    }

    /** Pages of ListObjectsV2. */
    static Workload list(int objects) {
        return new Workload("list-" + objects, Method.LIST, 0, objects, BodyMode.DIGEST);
    }

    /** Requests of DeleteObjects. */
    static Workload delete(int objects) {
        return new Workload("delete-" + objects, Method.DELETE, 0, objects, BodyMode.DIGEST);
    }

    /** The operation on the object, or on several objects of a bucket. */
    enum Method {
        GET("GET"),
        PUT("PUT"),
        LIST("GET"),
        DELETE("POST");

        private final String http;

        Method(String http) {
            this.http = http;
        }

        /** The method of the request. */
        String http() {
            return http;
        }
    }

    /** Whether the request names the bucket and no object. */
    boolean isOfBucket() {
        return method == Method.LIST || method == Method.DELETE;
    }

    /**
     * How many objects each connection reads or writes in turn. Where each request has a body of its own, which must be
     * ready before the clock starts, a large one gets few.
     */
    int objectsPerConnection() {
        return isOfBucket() || (mode.isSigned() && isBulk()) ? 1 : 64;
    }

    String query() {
        return switch (method) {
            case GET, PUT -> "";
            case LIST -> "encoding-type=url&list-type=2&max-keys=" + entries;
            case DELETE -> "delete=";
        };
    }

    /** The body that a connection sends: the object, or a document; empty with a GET. */
    ByteBuffer requestBody(int connection) {
        return switch (method) {
            case GET, LIST -> ByteBuffer.allocate(0);
            case PUT -> Content.bytes(bodyBytes);
            case DELETE -> ByteBuffer.wrap(LoadDocuments.deletion(connection, entries));
        };
    }

    /** The expected answer. */
    ExpectedBody responseBody(int connection) {
        return switch (method) {
            case GET -> ExpectedBody.ofObject(bodyBytes);
            case PUT -> ExpectedBody.ofObject(0);
            case LIST -> ExpectedBody.of(LoadDocuments.listing(entries));
            case DELETE -> ExpectedBody.of(LoadDocuments.deleted(LoadDocuments.deletion(connection, entries)));
        };
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
