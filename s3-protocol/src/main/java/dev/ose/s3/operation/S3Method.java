package dev.ose.s3.operation;

import java.util.Optional;

/** The HTTP methods of S3; every other method, lower case included, is not one of its own. */
public enum S3Method {
    GET,
    HEAD,
    PUT,
    POST,
    DELETE,
    OPTIONS;

    /** The method spelt exactly so, or empty. */
    public static Optional<S3Method> find(String text) {
        for (S3Method method : values()) {
            if (method.name().equals(text)) {
                return Optional.of(method);
            }
        }
        return Optional.empty();
    }
}
