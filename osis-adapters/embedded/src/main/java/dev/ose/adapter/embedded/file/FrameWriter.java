package dev.ose.adapter.embedded.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/**
 * Encrypts a file as it is written, in frames. Bytes are passed on at once, so that a client that is slow to send holds
 * no buffer. Not thread-safe; blocks on the disk.
 */
final class FrameWriter {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final FileChannel channel;
    private final DataKey key;
    private final long sizeBytes;
    private long written;
    private Cipher cipher;

    /** @param sizeBytes the exact number of bytes before encryption */
    FrameWriter(FileChannel channel, DataKey key, long sizeBytes) {
        this.channel = channel;
        this.key = key;
        this.sizeBytes = sizeBytes;
        this.cipher = nextFrame();
    }

    /** Encrypts and appends the remaining bytes of the buffer. */
    void write(ByteBuffer plain) throws IOException {
        if (plain.remaining() > sizeBytes - written) {
            throw new IllegalStateException("more bytes than announced");
        }
        while (plain.hasRemaining()) {
            int count = (int) Math.min(plain.remaining(), DataKey.FRAME_BYTES - written % DataKey.FRAME_BYTES);
            ByteBuffer piece = plain.slice(plain.position(), count);
            plain.position(plain.position() + count);
            written += count;
            boolean endsFrame = written % DataKey.FRAME_BYTES == 0 && written < sizeBytes;
            append(piece, endsFrame);
            if (endsFrame) {
                cipher = nextFrame();
            }
        }
    }

    /** Ends the last frame. */
    void finish() throws IOException {
        if (written != sizeBytes) {
            throw new IllegalStateException("fewer bytes than announced");
        }
        append(NOTHING.duplicate(), true);
    }

    private Cipher nextFrame() {
        boolean isLast = sizeBytes - written <= DataKey.FRAME_BYTES;
        return key.encrypting(written / DataKey.FRAME_BYTES, isLast);
    }

    private void append(ByteBuffer plain, boolean endsFrame) throws IOException {
        ByteBuffer encrypted = ByteBuffer.allocate(cipher.getOutputSize(plain.remaining()));
        try {
            if (endsFrame) {
                cipher.doFinal(plain, encrypted);
            } else {
                cipher.update(plain, encrypted);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a frame cannot be encrypted", e);
        }
        encrypted.flip();
        while (encrypted.hasRemaining()) {
            channel.write(encrypted);
        }
    }
}
