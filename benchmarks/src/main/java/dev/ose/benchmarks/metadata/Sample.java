package dev.ose.benchmarks.metadata;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Made-up objects of one tenant: 40 buckets, the first of which holds half of all, and keys of 50 bytes below a
 * thousand folders. The n-th object is always the same.
 *
 * @param objects how many there are
 */
record Sample(long objects) {

    static final int BUCKETS = 40;
    static final int FOLDERS = 1_000;
    static final BucketId HALF = new BucketId(1);
    static final TenantId TENANT = new TenantId(new UUID(0, 1));
    static final UserId OWNER = new UserId(new UUID(0, 2));

    /** SQL for the bucket of object {@code n}; the same as {@link #bucketOf}. */
    static final String BUCKET_SQL = "(CASE WHEN n % 2 = 0 THEN 1 ELSE 2 + n / 2 % " + (BUCKETS - 1) + " END)";

    /** SQL for the key of object {@code n}; the same as {@link #keyOf}: scattered, so that rows come in no order. */
    static final String KEY_SQL = "format('folder-%s/some-object-%s.dat', lpad((n * 7919 % " + FOLDERS
            + ")::text, 4, '0'), lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || lpad(n::text, 12, '0'))";

    static long bucketOf(long n) {
        return n % 2 == 0 ? HALF.value() : 2 + n / 2 % (BUCKETS - 1);
    }

    static String keyOf(long n) {
        return String.format(
                Locale.ROOT,
                "folder-%04d/some-object-%08x%012d.dat",
                n * 7919 % FOLDERS,
                n * 2654435761L % (1L << 32),
                n);
    }

    static ObjectAddress address(long n) {
        return new ObjectAddress(new BucketId(bucketOf(n)), new ObjectKey(keyOf(n)));
    }

    /** Any of the objects. */
    ObjectAddress any(RandomGenerator random) {
        return address(random.nextLong(objects));
    }
}
