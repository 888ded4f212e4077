package dev.ose.server.s3.relay;

import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.readahead.ReadAhead;
import dev.ose.server.transfer.split.CopySplit;
import dev.ose.server.transfer.split.UploadSplit;

/** The services by which operations reach platforms. */
public record PlatformServices(
        PlatformDirectory directory,
        PlatformTransport transport,
        ReadAhead readAhead,
        UploadSplit split,
        CopySplit copies,
        BucketAdmissions admissions) {}
