package dev.ose.server.bucket.logging;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of one object of an access log, which hold their memory until they are delivered or dropped. */
final class AccessLogBatch implements AutoCloseable {

    private final Subject subject;
    private final Instant begunAt;
    private final FairBudget.Lease memory;
    private final List<byte[]> lines = new ArrayList<>();
    private int bytes;

    AccessLogBatch(Subject subject, Instant begunAt, FairBudget.Lease memory) {
        this.subject = subject;
        this.begunAt = begunAt;
        this.memory = memory;
    }

    /**
     * What the lines of an object have in common.
     *
     * @param day that of the requests, if the keys of the log contain it; else null
     */
    record Subject(
            BucketId bucket,
            BucketName name,
            TenantId tenant,
            UserId owner,
            String region,
            BucketLogging logging,
            @Nullable LocalDate day) {

        static Subject of(Bucket bucket, BucketLogging logging, Instant at) {
            return new Subject(
                    bucket.id(),
                    bucket.name(),
                    bucket.tenant(),
                    bucket.owner(),
                    bucket.region(),
                    logging,
                    logging.format() == BucketLogging.KeyFormat.EVENT_TIME
                            ? LocalDate.ofInstant(at, ZoneOffset.UTC)
                            : null);
        }
    }

    Subject subject() {
        return subject;
    }

    Instant begunAt() {
        return begunAt;
    }

    int bytes() {
        return bytes;
    }

    int size() {
        return lines.size();
    }

    /** Adds a line; returns false if there is no memory for it. */
    boolean add(byte[] line) {
        if (!memory.take(line.length)) {
            return false;
        }
        lines.add(line);
        bytes += line.length;
        return true;
    }

    /** The object, with the owner in front of each line. */
    byte[] content(String owner) {
        byte[] first = owner.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream content = new ByteArrayOutputStream(bytes + lines.size() * first.length);
        for (byte[] line : lines) {
            content.writeBytes(first);
            content.writeBytes(line);
        }
        return content.toByteArray();
    }

    /** Returns the memory. */
    @Override
    public void close() {
        memory.close();
    }
}
