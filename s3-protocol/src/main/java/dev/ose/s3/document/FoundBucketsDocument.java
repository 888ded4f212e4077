package dev.ose.s3.document;

import dev.ose.s3.BucketName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A page of found buckets: in JSON with all properties, in XML as in ListBuckets.
 *
 * @param owner the caller
 * @param offset the number of buckets before this page
 * @param limit the maximum number on the page
 * @param total the number on all pages
 */
public record FoundBucketsDocument(Owner owner, List<Bucket> buckets, long offset, int limit, long total) {

    /**
     * One bucket.
     *
     * @param tenant id of the tenant that it belongs to
     * @param address its URL as the client uses it
     * @param owner null where that is not for the caller to know
     * @param usage the same
     */
    public record Bucket(
            BucketName name,
            Instant created,
            String region,
            String tenant,
            String address,
            @Nullable Owner owner,
            @Nullable Usage usage) {

        /** The bucket below its tenant. */
        String path() {
            return tenant + '/' + name.value();
        }
    }

    /** The contents of a bucket in numbers. */
    public record Usage(long objects, long bytes) {}

    public FoundBucketsDocument {
        buckets = List.copyOf(buckets);
    }

    /** The document in XML, in UTF-8. */
    public byte[] toXml() {
        List<BucketsDocument.Bucket> listed = buckets.stream()
                .map(bucket -> new BucketsDocument.Bucket(bucket.name(), bucket.created(), bucket.region()))
                .toList();
        return new BucketsDocument(owner, listed, null, null).toBytes();
    }

    /** The document in JSON, in UTF-8. */
    public byte[] toJson() {
        return JsonText.of(json -> {
            json.writeStartObject();
            write(json, owner);
            json.writeArrayPropertyStart("buckets");
            buckets.forEach(bucket -> write(json, bucket));
            json.writeEndArray();
            json.writeObjectPropertyStart("pageInfo");
            json.writeNumberProperty("offset", offset);
            json.writeNumberProperty("limit", limit);
            json.writeNumberProperty("total", total);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Bucket bucket) {
        json.writeStartObject();
        json.writeStringProperty("name", bucket.name().value());
        json.writeStringProperty("creationDate", Documents.timestamp(bucket.created()));
        writeFacts(json, bucket);
        json.writeEndObject();
    }

    /** The members that a listing of its objects has, too. */
    static void writeFacts(JsonGenerator json, Bucket bucket) {
        json.writeStringProperty("path", bucket.path());
        json.writeStringProperty("region", bucket.region());
        json.writeStringProperty("tenant", bucket.tenant());
        json.writeStringProperty("s3Href", bucket.address());
        Owner owner = bucket.owner();
        if (owner != null) {
            write(json, owner);
        }
        Usage usage = bucket.usage();
        if (usage != null) {
            json.writeNumberProperty("objectCount", usage.objects());
            json.writeNumberProperty("usedBytes", usage.bytes());
        }
    }

    private static void write(JsonGenerator json, Owner owner) {
        json.writeObjectPropertyStart("owner");
        json.writeStringProperty("id", owner.id());
        String name = owner.displayName();
        if (name != null) {
            json.writeStringProperty("displayName", name);
        }
        json.writeEndObject();
    }
}
