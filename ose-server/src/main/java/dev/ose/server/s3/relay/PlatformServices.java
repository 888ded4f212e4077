package dev.ose.server.s3.relay;

import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.Regions;
import dev.ose.server.tenant.credential.PlacedIdentities;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.readahead.ReadAhead;
import dev.ose.server.transfer.split.CopySplit;
import dev.ose.server.transfer.split.UploadSplit;

/** The services by which operations reach platforms. */
public record PlatformServices(
        PlatformDirectory directory,
        PlatformTransport transport,
        ReadAhead readAhead,
        ParallelParts parts,
        BucketAdmissions admissions,
        Placement placement) {

    /** Where buckets are placed, and the callers there. */
    public record Placement(Regions regions, PlacedIdentities identities) {}

    /** How large objects are stored and copied by parallel parts. */
    public record ParallelParts(UploadSplit uploads, CopySplit copies) {}
}
