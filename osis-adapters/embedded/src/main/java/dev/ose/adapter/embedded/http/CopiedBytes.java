package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileContent;
import dev.ose.adapter.embedded.file.FileLease;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.adapter.embedded.file.IncomingFile;
import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of copies: shared with the source if copy and source are stored alike, else read and written. */
final class CopiedBytes {

    private static final int PIECE_BYTES = 256 * 1024;

    private final FileStore files;
    private final ObjectReads reads;

    CopiedBytes(FileStore files, ObjectReads reads) {
        this.files = files;
        this.reads = reads;
    }

    /**
     * How a copy is stored.
     *
     * @param algorithm of its checksum; null for none
     */
    record Form(@Nullable ChecksumAlgorithm algorithm, boolean isEncrypted) {}

    /** A lease on the files of these bytes; {@code SlowDown} if the source is being replaced. */
    FileLease lease(ObjectVersion version, long first, long length) {
        List<StoredFile> sources = reads.pieces(version, first, length).stream()
                .map(EmbeddedReply.Piece::file)
                .toList();
        return files.lease(sources).orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.SLOW_DOWN)));
    }

    /** Shares the blocks of a source in one file; reads one in parts, because ETag and checksum change. */
    EmbeddedCall.Received duplicate(ObjectVersion version, FileLease lease, Form form) throws IOException {
        StoredFile file = version.content().file();
        ObjectChecksum checksum = version.content().checksum();
        boolean hasChecksum = form.algorithm == null || (checksum != null && checksum.algorithm() == form.algorithm);
        if (file == null || !hasChecksum || (file.key() != null) != form.isEncrypted) {
            return read(version, lease, 0, version.content().sizeBytes(), form);
        }
        return new EmbeddedCall.Received(
                files.duplicate(file), new BodyChecks.Result(version.content().etag(), checksum));
    }

    /** Writes a part of the source to a file of its own. */
    EmbeddedCall.Received read(ObjectVersion version, FileLease lease, long first, long length, Form form)
            throws IOException {
        ChecksumAlgorithm algorithm = form.algorithm;
        Digester md5 = Digester.md5();
        Digester checksum = algorithm == null ? null : Digester.of(algorithm);
        List<Digester> digesters = new ArrayList<>(List.of(md5));
        if (checksum != null) {
            digesters.add(checksum);
        }
        IncomingFile copy = form.isEncrypted ? files.receiveEncrypted(digesters, length) : files.receive(digesters);
        try {
            for (EmbeddedReply.Piece piece : reads.pieces(version, first, length)) {
                append(lease, piece, copy);
            }
        } catch (IOException | RuntimeException e) {
            copy.close();
            throw e;
        }
        ObjectChecksum value = algorithm == null || checksum == null
                ? null
                : new ObjectChecksum(
                        algorithm, ChecksumType.FULL_OBJECT, Base64.getEncoder().encodeToString(checksum.value()));
        ETag etag = new ETag(HexFormat.of().formatHex(md5.value()));
        return new EmbeddedCall.Received(copy, new BodyChecks.Result(etag, value));
    }

    private static void append(FileLease lease, EmbeddedReply.Piece piece, IncomingFile copy) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(PIECE_BYTES);
        try (FileContent content = lease.open(piece.file().id())) {
            long position = piece.offsetBytes();
            while (position < piece.endBytes()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), piece.endBytes() - position));
                position += content.read(buffer, position);
                copy.write(buffer.flip());
            }
        }
    }
}
