package dev.ose.benchmarks;

import dev.ose.s3.BucketName;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.DeletedObject;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ObjectsDocument;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The documents of S3 that loads send and that the storage answers with. */
final class LoadDocuments {

    /** The answer to GetBucketVersioning of a bucket that never had versions. */
    static final byte[] UNVERSIONED = "<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"/>"
            .getBytes(StandardCharsets.UTF_8);

    private static final Instant MODIFIED = Instant.parse("2026-11-21T00:00:00Z");
    private static final ETag TAG = new ETag("9e107d9d372bb6826bd81d3542a419d6");

    private LoadDocuments() {}

    /** A page of ListObjectsV2 with so many objects, and more behind it. */
    static byte[] listing(int objects) {
        List<ListedObject> listed = keys(0, objects)
                .map(key -> new ListedObject(key, MODIFIED, TAG, 4096, ListedObject.STANDARD, null))
                .toList();
        return new ObjectsDocument(listed, List.of(), "0123456789abcdef")
                .toBytes(new BucketOperation.ListObjectsV2(
                        new BucketName("listed"),
                        new ListingFilter("", "", objects, EncodingType.URL),
                        null,
                        null,
                        false));
    }

    /** A request of DeleteObjects for so many objects, which no other connection names. */
    static byte[] deletion(int connection, int objects) {
        return new DeleteRequest(
                        keys(connection, objects)
                                .map(key -> new DeleteRequest.Entry(key, null, null))
                                .toList(),
                        false)
                .toBytes();
    }

    /** The answer that all objects are deleted which the request names. */
    static byte[] deleted(byte[] request) {
        List<DeletedObject> deleted = DeleteRequest.read(request).entries().stream()
                .map(entry -> new DeletedObject(entry.key(), null, false, null))
                .toList();
        return new ResultDocument.Deleted(deleted, List.of()).toBytes();
    }

    private static Stream<ObjectKey> keys(int connection, int objects) {
        return IntStream.range(0, objects)
                .mapToObj(i ->
                        new ObjectKey(String.format(Locale.ROOT, "data/client-%d/object-%06d.bin", connection, i)));
    }
}
