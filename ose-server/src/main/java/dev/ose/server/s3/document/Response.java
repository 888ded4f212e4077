package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;

/** The answer of an operation; written on the I/O thread of its request, as the operation's last step. */
public interface Response {

    /** Writes nothing, as the client has been answered already. */
    Response NONE = context -> {};

    void write(OperationContext context);
}
