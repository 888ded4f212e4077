package dev.ose.server.s3.relay;

import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.tenant.OwnerDirectory;
import java.time.Clock;

/** The services of operations. */
public record S3Services(
        RequestServices requests,
        PlatformServices platform,
        BucketServices buckets,
        ObjectServices objects,
        Sharing sharing,
        OwnerDirectory owners,
        Clock clock) {}
