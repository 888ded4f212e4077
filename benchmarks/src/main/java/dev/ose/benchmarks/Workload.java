package dev.ose.benchmarks;

import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * One kind of request, sent over and over.
 *
 * @param name as it appears on the command line and in the table
 * @param bodyBytes how long the object is that is read or written
 * @param entries how many objects a document is about
 * @param mode how the signature covers what is sent
 */
public record Workload(String name, Method method, int bodyBytes, int entries, BodyMode mode) {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final int MOST_BYTES = 1024 * MIB;
    private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,3}[kmg]");

    static final Workload SMALL_GET = get("4k");
    static final Workload LARGE_GET = get("10m");

    /** Downloads that other requests are measured beside. */
    static final Workload HUGE_GET = get("1g");

    /**
     * Downloads.
     *
     * @param size of the objects: a number and its binary unit, {@code k}, {@code m} or {@code g}; at most a gibibyte
     */
    public static Workload get(String size) {
        return new Workload("get-" + size, Method.GET, bytes(size), 0, BodyMode.DIGEST);
    }

    /** Uploads, of a size as {@link #get} takes it. */
    public static Workload put(String size, BodyMode mode) {
        return new Workload("put-" + size + mode.suffix(), Method.PUT, bytes(size), 0, mode);
    }

    /**
     * Downloads or uploads.
     *
     * @param name {@code get-} or {@code put-} and a size as {@link #get} takes it
     * @param mode of uploads
     * @throws IllegalArgumentException if it is another name
     */
    public static Workload of(String name, BodyMode mode) {
        if (name.startsWith("get-")) {
            return get(name.substring("get-".length()));
        }
        if (name.startsWith("put-")) {
            return put(name.substring("put-".length()), mode);
        }
        throw new IllegalArgumentException("no load is named " + name);
    }

    private static int bytes(String size) {
        if (!SIZE.matcher(size).matches()) {
            throw new IllegalArgumentException("not a size of objects, such as 4k or 10m: " + size);
        }
        int number = Integer.parseInt(size.substring(0, size.length() - 1));
        int unit =
                switch (size.charAt(size.length() - 1)) {
                    case 'k' -> KIB;
                    case 'm' -> MIB;
                    default -> 1024 * MIB;
                };
        if ((long) number * unit > MOST_BYTES) {
            throw new IllegalArgumentException("larger than a gibibyte: " + size);
        }
        return number * unit;
    }

    /** Uploads of 4 KiB. */
    static Workload smallPut(BodyMode mode) {
        return put("4k", mode);
    }

    /** Uploads of 10 MiB. */
    static Workload largePut(BodyMode mode) {
        return put("10m", mode);
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
    public enum Method {
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
     * ready before the clock starts, a large one gets one; others that are large get few, which a storage can keep.
     */
    public int objectsPerConnection() {
        if (isOfBucket() || (mode.isSigned() && isBulk())) {
            return 1;
        }
        return isBulk() ? 4 : 64;
    }

    /** The uploads of the objects that this one reads or writes. */
    public Workload writing(BodyMode as) {
        return new Workload(name, Method.PUT, bodyBytes, 0, as);
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
    public boolean isBulk() {
        return bodyBytes >= MIB;
    }

    /** The bucket of the objects; its name determines their size. */
    String bucket() {
        return Content.bucketOf(bodyBytes);
    }
}
