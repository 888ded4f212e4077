package dev.ose.s3.document;

import dev.ose.s3.BucketName;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The short documents with an operation's result. Checksums are keyed by the name of their element. */
public sealed interface ResultDocument {

    /** The document in UTF-8. */
    byte[] toBytes();

    /** The {@code InitiateMultipartUploadResult}. */
    record InitiatedUpload(BucketName bucket, ObjectKey key, UploadId uploadId) implements ResultDocument {

        @Override
        public byte[] toBytes() {
            return Documents.start("InitiateMultipartUploadResult")
                    .element("Bucket", bucket.value())
                    .element("Key", key.value())
                    .element("UploadId", uploadId.value())
                    .end()
                    .toBytes();
        }
    }

    /** The {@code CompleteMultipartUploadResult}; the location is the object's address as this client writes it. */
    record CompletedUpload(String location, BucketName bucket, ObjectKey key, ETag tag, Map<String, String> checksums)
            implements ResultDocument {

        public CompletedUpload {
            checksums = Map.copyOf(checksums);
        }

        @Override
        public byte[] toBytes() {
            XmlWriter xml = Documents.start("CompleteMultipartUploadResult")
                    .element("Location", location)
                    .element("Bucket", bucket.value())
                    .element("Key", key.value())
                    .element("ETag", tag.quoted());
            Documents.checksums(xml, checksums);
            return xml.end().toBytes();
        }
    }

    /** The {@code CopyObjectResult}, or the {@code CopyPartResult} when a part was copied. */
    record Copied(boolean isPart, ETag tag, Instant lastModified, Map<String, String> checksums)
            implements ResultDocument {

        public Copied {
            checksums = Map.copyOf(checksums);
        }

        @Override
        public byte[] toBytes() {
            XmlWriter xml = Documents.start(isPart ? "CopyPartResult" : "CopyObjectResult")
                    .element("LastModified", Documents.timestamp(lastModified))
                    .element("ETag", tag.quoted());
            Documents.checksums(xml, checksums);
            return xml.end().toBytes();
        }
    }

    /** The {@code DeleteResult}; for a quiet request the caller leaves {@code deleted} empty. */
    record Deleted(List<DeletedObject> deleted, List<FailedDelete> failed) implements ResultDocument {

        public Deleted {
            deleted = List.copyOf(deleted);
            failed = List.copyOf(failed);
        }

        @Override
        public byte[] toBytes() {
            XmlWriter xml = Documents.start("DeleteResult");
            for (DeletedObject object : deleted) {
                xml.start("Deleted")
                        .element("Key", object.key().value())
                        .optional("VersionId", text(object.versionId()));
                if (object.isDeleteMarker()) {
                    xml.element("DeleteMarker", true)
                            .optional("DeleteMarkerVersionId", text(object.deleteMarkerVersionId()));
                }
                xml.end();
            }
            for (FailedDelete failure : failed) {
                xml.start("Error")
                        .element("Key", failure.key().value())
                        .optional("VersionId", text(failure.versionId()))
                        .element("Code", failure.code())
                        .element("Message", failure.message())
                        .end();
            }
            return xml.end().toBytes();
        }

        private static @Nullable String text(@Nullable VersionId id) {
            return id == null ? null : id.value();
        }
    }

    /**
     * The {@code Task} of VMware's product: work that goes on after the answer.
     *
     * @param id the job's
     * @param owner the name of the user in whose name it works
     */
    record Task(String id, String description, BucketName bucket, String tenant, String owner, Instant started)
            implements ResultDocument {

        @Override
        public byte[] toBytes() {
            return new XmlWriter()
                    .start("Task")
                    .element("Id", id)
                    .element("Description", description)
                    .element("Status", "NOT_STARTED")
                    .element("ResourceType", "BUCKET")
                    .element("ResourceKey", bucket.value())
                    .element("Progress", 0)
                    .element("Tenant", tenant)
                    .element("Owner", owner)
                    .element("StartDate", Documents.timestamp(started))
                    .end()
                    .toBytes();
        }
    }

    /** The {@code PostResponse}; the location is the object's address as this client writes it. */
    record Posted(String location, BucketName bucket, ObjectKey key, String etag) implements ResultDocument {

        @Override
        public byte[] toBytes() {
            return new XmlWriter()
                    .start("PostResponse")
                    .element("Location", location)
                    .element("Bucket", bucket.value())
                    .element("Key", key.value())
                    .element("ETag", etag)
                    .end()
                    .toBytes();
        }
    }

    /** The {@code LocationConstraint}, which is empty for {@code us-east-1}: the first region of S3 has none. */
    record Location(String region) implements ResultDocument {

        private static final String FIRST = "us-east-1";

        @Override
        public byte[] toBytes() {
            return Documents.start("LocationConstraint")
                    .text(region.equals(FIRST) ? "" : region)
                    .end()
                    .toBytes();
        }
    }

    /** The {@code PolicyStatus}. */
    record PolicyStatus(boolean isPublic) implements ResultDocument {

        @Override
        public byte[] toBytes() {
            return Documents.start("PolicyStatus")
                    .element("IsPublic", isPublic)
                    .end()
                    .toBytes();
        }
    }
}
