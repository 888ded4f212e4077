package dev.ose.adapter.embedded.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;

/** An open file, read as the bytes that were written. Not thread-safe; reading blocks on the disk. */
public sealed interface FileContent extends AutoCloseable {

    /**
     * Reads bytes from a position before the end into the buffer.
     *
     * @return how many were read, at least one; may be fewer than the buffer has room for
     * @throws DamagedFileException if the file is encrypted, and these bytes are not those that were written
     */
    int read(ByteBuffer into, long position) throws IOException;

    @Override
    void close() throws IOException;

    /** A file whose bytes can be sent as they are. */
    record Plain(FileChannel channel) implements FileContent {

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int count = channel.read(into, position);
            if (count < 0) {
                throw new IOException("a stored file became shorter");
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** A file in frames; a read returns bytes of one frame. */
    final class Encrypted implements FileContent {

        private static final int ENCRYPTED_FRAME_BYTES = DataKey.FRAME_BYTES + DataKey.TAG_BYTES;

        private final FileId file;
        private final FileChannel channel;
        private final DataKey key;

        /** The frame that was read last, as buffers for sending are smaller than frames. */
        private byte[] frame = {};

        private long frameIndex = -1;

        Encrypted(FileId file, FileChannel channel, DataKey key) {
            this.file = file;
            this.channel = channel;
            this.key = key;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            readFrame(position / DataKey.FRAME_BYTES);
            int from = (int) (position % DataKey.FRAME_BYTES);
            if (from >= frame.length) {
                throw new DamagedFileException(file, position / DataKey.FRAME_BYTES);
            }
            int count = Math.min(into.remaining(), frame.length - from);
            into.put(frame, from, count);
            return count;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        private void readFrame(long index) throws IOException {
            if (index != frameIndex) {
                frame = decrypted(index);
                frameIndex = index;
            }
        }

        private byte[] decrypted(long index) throws IOException {
            long start = index * ENCRYPTED_FRAME_BYTES;
            long left = channel.size() - start;
            if (left < DataKey.TAG_BYTES) {
                throw new DamagedFileException(file, index);
            }
            ByteBuffer encrypted = ByteBuffer.allocate((int) Math.min(ENCRYPTED_FRAME_BYTES, left));
            while (encrypted.hasRemaining()) {
                if (channel.read(encrypted, start + encrypted.position()) < 0) {
                    throw new DamagedFileException(file, index);
                }
            }
            try {
                return key.decrypting(index, left <= ENCRYPTED_FRAME_BYTES)
                        .doFinal(encrypted.array(), 0, encrypted.limit());
            } catch (AEADBadTagException _) {
                throw new DamagedFileException(file, index);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("a frame cannot be decrypted", e);
            }
        }
    }
}
