package dev.ose.s3.document;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import java.util.Optional;

/**
 * Documents that clients send in JSON: the same facts under the names of {@link JsonAnswer}, so that what was read can
 * be written back. Whatever reads a document reads the XML that this makes of it.
 */
public final class JsonRequest {

    /** The name of the group AllUsers in the JSON dialect of the original OSE. */
    private static final String ANONYMOUS = "|anonymous";

    private final S3Operation operation;
    private final String root;

    private JsonRequest(S3Operation operation, String root) {
        this.operation = operation;
        this.root = root;
    }

    /** The shape of the operation's document in JSON; empty if it has no document, or none in JSON. */
    public static Optional<JsonRequest> of(S3Operation operation) {
        return root(operation).map(root -> new JsonRequest(operation, root));
    }

    /** The required shape of the document. */
    JsonShape.Fields shape() {
        JsonShape.Fields shape = JsonShapes.BY_ROOT.get(root);
        if (shape == null) {
            throw new IllegalStateException(root + " has no form in JSON");
        }
        return shape;
    }

    private static Optional<String> root(S3Operation operation) {
        return switch (operation) {
            case BucketSubresource setting -> root(setting.action());
            case ObjectSubresource property -> root(property.action());
            case BucketOperation.CreateBucket _ -> Optional.of("CreateBucketConfiguration");
            case BucketOperation.DeleteObjects _ -> Optional.of("Delete");
            case ObjectOperation.PutObjectRetention _ -> Optional.of("Retention");
            default -> Optional.empty();
        };
    }

    private static Optional<String> root(BucketSubresource.Action action) {
        return Optional.ofNullable(
                switch (action) {
                    case PUT_BUCKET_ACL -> "AccessControlPolicy";
                    case PUT_BUCKET_CORS -> "CORSConfiguration";
                    case PUT_BUCKET_ENCRYPTION -> "ServerSideEncryptionConfiguration";
                    case PUT_BUCKET_LIFECYCLE_CONFIGURATION -> "LifecycleConfiguration";
                    case PUT_BUCKET_LOGGING -> "BucketLoggingStatus";
                    case PUT_BUCKET_NOTIFICATION_CONFIGURATION -> "NotificationConfiguration";
                    case PUT_BUCKET_REQUEST_PAYMENT -> "RequestPaymentConfiguration";
                    case PUT_BUCKET_TAGGING -> "Tagging";
                    case PUT_BUCKET_VERSIONING -> "VersioningConfiguration";
                    case PUT_BUCKET_WEBSITE -> "WebsiteConfiguration";
                    case PUT_OBJECT_LOCK_CONFIGURATION -> "ObjectLockConfiguration";
                    case PUT_PUBLIC_ACCESS_BLOCK -> "PublicAccessBlockConfiguration";
                    default -> null;
                });
    }

    private static Optional<String> root(ObjectSubresource.Action action) {
        return Optional.ofNullable(
                switch (action) {
                    case PUT_OBJECT_ACL -> "AccessControlPolicy";
                    case PUT_OBJECT_LEGAL_HOLD -> "LegalHold";
                    case PUT_OBJECT_TAGGING -> "Tagging";
                    default -> null;
                });
    }

    /**
     * The document in XML. Takes as long as reading it does: up to tens of milliseconds for one of 2 MiB. Throws
     * {@code MalformedJSON}, for one over 64 KiB too, or 2 MiB if it names objects.
     */
    public byte[] toXml(byte[] json) {
        int maxBytes = operation instanceof BucketOperation.DeleteObjects
                ? XmlRequestBody.LARGE_BYTES
                : XmlRequestBody.SMALL_BYTES;
        if (json.length > maxBytes) {
            throw JsonTree.malformed();
        }
        JsonValue.Members document = JsonTree.read(json);
        switch (operation) {
            case BucketOperation.CreateBucket create -> requireName(document, create);
            default -> nameEverybody(document);
        }
        return JsonToXml.write(root, shape(), document);
    }

    /** A document may name its bucket again; it must not name another one. */
    private static void requireName(JsonValue.Members document, BucketOperation.CreateBucket create) {
        JsonValue name = document.remove("name");
        if (name != null && !name.equals(new JsonValue.Text(create.bucket().value()))) {
            throw JsonTree.malformed();
        }
    }

    private void nameEverybody(JsonValue.Members document) {
        if (root.equals("AccessControlPolicy") && document.find("grants") instanceof JsonValue.Items grants) {
            grants.values().forEach(grant -> {
                if (grant instanceof JsonValue.Members members
                        && members.find("grantee") instanceof JsonValue.Members grantee
                        && new JsonValue.Text(ANONYMOUS).equals(grantee.find("id"))) {
                    grantee.remove("id");
                    grantee.put("uri", new JsonValue.Text(GrantHeader.EVERYBODY));
                }
            });
        }
    }
}
