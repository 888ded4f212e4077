package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.LifecycleRules;
import dev.ose.adapter.embedded.store.Lifecycles;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.s3.HttpDate;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.LifecycleDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lifecycle.Due;
import dev.ose.s3.lifecycle.LifecycleSubject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** The lifecycle rules of buckets, and their headers in answers about objects and uploads. */
final class LifecycleCalls {

    private static final int ID_BYTES = 36;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Lifecycles lifecycles;
    private final LifecycleRules rules;

    LifecycleCalls(Lifecycles lifecycles, LifecycleRules rules) {
        this.lifecycles = lifecycles;
        this.rules = rules;
    }

    EmbeddedReply get(StoredBucket bucket) {
        String document = bucket.settings().lifecycle();
        if (document == null) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.NO_SUCH_LIFECYCLE_CONFIGURATION)
                    .with("BucketName", bucket.name().value()));
        }
        return EmbeddedReply.document(document.getBytes(StandardCharsets.UTF_8));
    }

    EmbeddedReply put(EmbeddedCall call, StoredBucket bucket) throws IOException {
        byte[] document =
                LifecycleDocument.write(LifecycleDocument.read(call.readDocument(false), LifecycleCalls::newId));
        lifecycles.set(bucket, new String(document, StandardCharsets.UTF_8));
        return EmbeddedReply.of(200);
    }

    EmbeddedReply delete(StoredBucket bucket) {
        lifecycles.set(bucket, null);
        return EmbeddedReply.of(204);
    }

    /** Adds the expiry date of a current version and the rule. */
    EmbeddedReply addTo(EmbeddedReply reply, StoredBucket bucket, ObjectVersion version) {
        if (bucket.settings().lifecycle() == null || !version.isLatest()) {
            return reply;
        }
        LifecycleSubject subject = new LifecycleSubject(
                version.key().value(),
                version.content().sizeBytes(),
                version.description().tags());
        Optional<Due> due = rules.of(bucket).current(subject, version.modifiedAt());
        return reply.with(
                "x-amz-expiration",
                due.map(date -> "expiry-date=\"" + HttpDate.format(date.at()) + "\", rule-id=\""
                                + UriEncoding.encodeQuery(date.ruleId()) + '"')
                        .orElse(null));
    }

    /** Adds the abort date of an upload and the rule. */
    EmbeddedReply addTo(EmbeddedReply reply, StoredBucket bucket, StoredUpload upload) {
        Optional<Due> due = rules.of(bucket).upload(upload.key().value(), upload.initiatedAt());
        return reply.with(
                        "x-amz-abort-date",
                        due.map(date -> HttpDate.format(date.at())).orElse(null))
                .with(
                        "x-amz-abort-rule-id",
                        due.map(Due::ruleId).map(UriEncoding::encodeQuery).orElse(null));
    }

    private static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
