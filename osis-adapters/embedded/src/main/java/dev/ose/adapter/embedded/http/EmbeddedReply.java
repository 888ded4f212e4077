package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileLease;
import dev.ose.adapter.embedded.file.StoredFile;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer. Created by a handler, sent by {@link ReplyWriter}. */
final class EmbeddedReply {

    private int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Body body = new Empty();

    private EmbeddedReply(int status) {
        this.status = status;
    }

    /** The body of an answer. */
    sealed interface Body {}

    /** No body. */
    record Empty() implements Body {}

    /** A document. */
    record Document(ByteBuffer bytes) implements Body {}

    /** Pieces of files, one after the other; sending it ends the lease. */
    record Content(FileLease lease, List<Piece> pieces) implements Body {}

    /** Some bytes of a file. */
    record Piece(StoredFile file, long offsetBytes, long sizeBytes) {

        long endBytes() {
            return offsetBytes + sizeBytes;
        }
    }

    static EmbeddedReply of(int status) {
        return new EmbeddedReply(status);
    }

    static EmbeddedReply document(byte[] xml) {
        return of(200).with("Content-Type", "application/xml").withBody(new Document(ByteBuffer.wrap(xml)));
    }

    /** Sets a header; does nothing if the value is null. */
    EmbeddedReply with(String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
        return this;
    }

    EmbeddedReply withAll(Map<String, String> more) {
        headers.putAll(more);
        return this;
    }

    EmbeddedReply withBody(Body content) {
        this.body = content;
        return this;
    }

    EmbeddedReply withStatus(int other) {
        status = other;
        return this;
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    Body body() {
        return body;
    }
}
