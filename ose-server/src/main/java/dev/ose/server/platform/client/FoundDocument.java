package dev.ose.server.platform.client;

import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.DocumentAnswerListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** Receives a document as bytes, or its absence; the requesting thread parses it, not the I/O thread. */
final class FoundDocument extends DocumentAnswerListener<Optional<byte[]>> {

    FoundDocument(Platform platform, Supplier<PooledBuffer> buffers, int maximumBytes) {
        super(platform, buffers, maximumBytes);
    }

    @Override
    protected void answered(PlatformResponse head, byte[] body) {
        switch (head.status()) {
            case 200 -> answer(Optional.of(body));
            case 404 -> answer(Optional.empty());
            default -> unreachable();
        }
    }
}
