package dev.ose.s3.document;

import dev.ose.s3.BucketName;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code ListAllMyBucketsResult}; the token and prefix are left out when null. */
public record BucketsDocument(
        Owner owner,
        List<Bucket> buckets,
        @Nullable String continuationToken,
        @Nullable String prefix) {

    /** One bucket; its region is left out when null. */
    public record Bucket(
            BucketName name, Instant created, @Nullable String region) {}

    public BucketsDocument {
        buckets = List.copyOf(buckets);
    }

    /** The document in UTF-8. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("ListAllMyBucketsResult");
        Documents.owner(xml, "Owner", owner);
        xml.start("Buckets");
        for (Bucket bucket : buckets) {
            xml.start("Bucket")
                    .element("Name", bucket.name().value())
                    .element("CreationDate", Documents.timestamp(bucket.created()))
                    .optional("BucketRegion", bucket.region())
                    .end();
        }
        return xml.end()
                .optional("ContinuationToken", continuationToken)
                .optional("Prefix", prefix)
                .end()
                .toBytes();
    }
}
