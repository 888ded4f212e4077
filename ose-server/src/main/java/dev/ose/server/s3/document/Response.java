package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;

/** What an operation answers; written on the I/O thread of its request, as the last thing that the operation does. */
public interface Response {

    /** Writes nothing, as the client has been answered already. */
    Response NONE = context -> {};

    void write(OperationContext context);
}
