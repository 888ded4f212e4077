package dev.ose.s3.operation;

import java.util.Arrays;
import java.util.stream.Stream;

/** A response header that the query of a GET or HEAD may set; S3 allows it to signed requests only. */
public enum ResponseOverride {
    CACHE_CONTROL("response-cache-control", "Cache-Control"),
    CONTENT_DISPOSITION("response-content-disposition", "Content-Disposition"),
    CONTENT_ENCODING("response-content-encoding", "Content-Encoding"),
    CONTENT_LANGUAGE("response-content-language", "Content-Language"),
    CONTENT_TYPE("response-content-type", "Content-Type"),
    EXPIRES("response-expires", "Expires");

    private final String parameter;
    private final String header;

    ResponseOverride(String parameter, String header) {
        this.parameter = parameter;
        this.header = header;
    }

    /** The name of the query parameter. */
    public String parameter() {
        return parameter;
    }

    /** The name of the response header. */
    public String header() {
        return header;
    }

    /** The names of all these query parameters. */
    public static Stream<String> parameters() {
        return Arrays.stream(values()).map(ResponseOverride::parameter);
    }
}
