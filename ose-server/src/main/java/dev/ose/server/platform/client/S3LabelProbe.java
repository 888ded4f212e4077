package dev.ose.server.platform.client;

import dev.ose.adapter.Capability;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.label.LabelProbe;
import dev.ose.server.catalog.label.Labels;
import java.util.Optional;

/** Reads an object by HEAD, and its tags if the platform has the capability, with the key of the bucket's owner. */
public final class S3LabelProbe implements LabelProbe {

    private final BucketOwners owners;
    private final PlatformClient client;

    public S3LabelProbe(BucketOwners owners, PlatformClient client) {
        this.owners = owners;
        this.client = client;
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
        Optional<Labels.Collector> labels =
                client.headObject(owner, key, Purpose.READ_LABELS).map(S3LabelProbe::labels);
        if (labels.isPresent() && client.platform(owner).offers(Capability.TAGGING)) {
            // Which and how many are kept is decided elsewhere: one that S3 would not have leaves the others known.
            client.objectTagging(owner, key, Purpose.READ_LABELS)
                    .ifPresent(tags -> tags.tags().forEach(tag -> labels.get().tag(tag.key(), tag.value())));
        }
        return labels.map(Labels.Collector::labels);
    }

    private static Labels.Collector labels(ObjectHead head) {
        Labels.Collector labels = new Labels.Collector();
        head.contentType().ifPresent(labels::contentType);
        head.forEachMetadata(labels::metadata);
        return labels;
    }
}
