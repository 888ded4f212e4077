package dev.ose.server.transfer;

import java.util.List;
import java.util.function.BiConsumer;

/** The head of a platform's answer. Confined to its I/O thread. */
public interface PlatformResponse {

    int status();

    /** The values of a header in the order of arrival, as ISO-8859-1 characters; empty if it is absent. */
    List<String> headers(String lowerCaseName);

    /** Walks over all headers: lower-case name and value. */
    void forEachHeader(BiConsumer<String, String> action);

    /** Length of the body in bytes: 0 where there is none, -1 where the platform did not say. */
    long bodyLength();

    /**
     * The body. Read it to its end, or abort it: only a body read to its end gives the connection back to its pool.
     */
    BodySource body();

    /** Aborts a body that nobody has begun to read; does nothing to one that is being read, or was. */
    void abandon();
}
