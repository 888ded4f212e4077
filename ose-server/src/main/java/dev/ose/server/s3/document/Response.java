package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;

/** The answer of an operation; written on the I/O thread of its request, as the operation's last step. */
public interface Response {

    /** Writes nothing, as the client has been answered already. */
    Response NONE = context -> {};

    void write(OperationContext context);

    /** Answers with a document of ours, in XML. */
    static Response document(byte[] xml) {
        return context -> context.answer().document(200, xml);
    }
}
