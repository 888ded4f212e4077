package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.label.LabelProbe;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.HeadListener;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads an object by HEAD, and its tags if the platform has the capability, with the key of the bucket's owner. */
public final class S3LabelProbe implements LabelProbe {

    private static final String OPERATION = "ReadLabels";
    private static final String METADATA_HEADER = "x-amz-meta-";

    private static final int TAGGING_BYTES = 64 * 1024;

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Supplier<PooledBuffer> buffers;

    /** @param buffers lends a buffer; called on I/O threads */
    public S3LabelProbe(
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            Supplier<PooledBuffer> buffers) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.buffers = buffers;
    }

    @Override
    public Optional<Labels> ask(BucketId bucket, ObjectKey key) {
        // A deleted bucket has no objects.
        return owners.find(bucket).flatMap(owner -> ask(owner, key));
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return owners.find(bucket).<Object>map(BucketOwner::endpoint).orElse(bucket);
    }

    private Optional<Labels> ask(BucketOwner owner, ObjectKey key) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value() + '/' + UriEncoding.encodePath(key.value());
        Optional<Labels.Collector> labels =
                questions.askAndWait(owner.question(platform, "HEAD", path, "", OPERATION), new Head(platform));
        if (labels.isPresent() && platform.offers(Capability.TAGGING)) {
            questions
                    .askAndWait(
                            owner.question(platform, "GET", path, "tagging", OPERATION),
                            new RefusableDocument(platform, buffers, TAGGING_BYTES))
                    .ifPresent(document -> addTags(labels.get(), platform, document));
        }
        return labels.map(Labels.Collector::labels);
    }

    private static void addTags(Labels.Collector labels, Platform platform, byte[] document) {
        try {
            // Not validated here, so that an invalid tag does not hide the others.
            Tagging.readAsIs(document).tags().forEach(tag -> labels.tag(tag.key(), tag.value()));
        } catch (S3ErrorException nonsense) {
            // A repetition would have the same result.
            throw new FailureException(new Failure.PlatformRefused(platform.name(), "tags that are none"));
        }
    }

    /** Converts headers to labels. */
    private static final class Head extends HeadListener<Optional<Labels.Collector>> {

        Head(Platform platform) {
            super(platform);
        }

        @Override
        protected void answered(PlatformResponse response) {
            switch (response.status()) {
                case 200 -> answer(Optional.of(labels(response)));
                case 404 -> answer(Optional.empty());
                default -> refusedOrUnreachable(response.status());
            }
        }

        private static Labels.Collector labels(PlatformResponse response) {
            Labels.Collector labels = new Labels.Collector();
            response.forEachHeader((name, value) -> {
                if (name.equals("content-type")) {
                    labels.contentType(text(value));
                } else if (name.startsWith(METADATA_HEADER)) {
                    labels.metadata(text(name.substring(METADATA_HEADER.length())), text(value));
                }
            });
            return labels;
        }

        /** Clients send UTF-8; header values are its octets. */
        private static String text(String octets) {
            return UriEncoding.utf8Text(octets.getBytes(StandardCharsets.ISO_8859_1))
                    .orElse(octets);
        }
    }
}
