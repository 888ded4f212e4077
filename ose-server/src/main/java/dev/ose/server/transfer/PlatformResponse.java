package dev.ose.server.transfer;

import java.util.List;
import java.util.function.BiConsumer;

/** The head of a platform's answer. Confined to its I/O thread. */
public interface PlatformResponse {

    int status();

    /** The values of a header in the order of arrival, as ISO-8859-1 characters; empty if it is absent. */
    List<String> headers(String lowerCaseName);

    /** Calls the action with the lower-case name and the value of each header. */
    void forEachHeader(BiConsumer<String, String> action);

    /** Length of the body in bytes: 0 if there is none, -1 if the platform did not state it. */
    long bodyLength();

    /** The body. Read it to its end, or abort it: only a body read to its end returns the connection to its pool. */
    BodySource body();

    /** Aborts an unread body; does nothing if reading has begun. */
    void abandon();
}
