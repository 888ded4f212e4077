package dev.ose.server.s3;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.bucket.logging.AccessRecord;
import dev.ose.server.tenant.TenantId;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Keeps the records in memory. */
final class MemoryAccessLog implements AccessLog {

    final BlockingQueue<AccessRecord> records = new LinkedBlockingQueue<>();
    /** Of requests whose bucket was not looked up. */
    final BlockingQueue<AccessRecord> named = new LinkedBlockingQueue<>();

    @Override
    public void record(Bucket bucket, AccessRecord request) {
        records.add(request);
    }

    @Override
    public void recordNamed(@Nullable TenantId tenant, BucketName bucket, AccessRecord request) {
        named.add(request);
    }
}
