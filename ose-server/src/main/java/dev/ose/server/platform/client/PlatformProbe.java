package dev.ose.server.platform.client;

import dev.ose.s3.ETag;
import dev.ose.s3.HttpDate;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.transfer.HeadListener;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PlatformResponse;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Probes by HEAD with the key of the bucket's owner. */
public final class PlatformProbe implements ObjectProbe {

    private final BucketOwners owners;
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final Clock clock;

    public PlatformProbe(BucketOwners owners, PlatformDirectory platforms, PlatformClient questions, Clock clock) {
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.clock = clock;
    }

    @Override
    public KeyContent probe(BucketId bucket, ObjectKey key) {
        // A deleted bucket has no objects.
        return KeyContent.of(owners.find(bucket).flatMap(owner -> ask(owner, key)));
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return owners.find(bucket).<Object>map(BucketOwner::endpoint).orElse(bucket);
    }

    private Optional<ObjectFacts> ask(BucketOwner owner, ObjectKey key) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value() + '/' + UriEncoding.encodePath(key.value());
        return questions.askAndWait(owner.question(platform, "HEAD", path, "", "VerifyObject"), new Answer(platform));
    }

    /** Converts the answer to facts. */
    private final class Answer extends HeadListener<Optional<ObjectFacts>> {

        Answer(Platform platform) {
            super(platform);
        }

        @Override
        protected void answered(PlatformResponse response) {
            switch (response.status()) {
                case 200 -> facts(response).ifPresentOrElse(facts -> answer(Optional.of(facts)), this::unreachable);
                case 404 -> answer(Optional.empty());
                default -> refusedOrUnreachable(response.status());
            }
        }

        private Optional<ObjectFacts> facts(PlatformResponse response) {
            Optional<ETag> tag = first(response, "etag").flatMap(ETag::parse);
            Optional<Long> size = first(response, "content-length").map(Long::valueOf);
            return tag.flatMap(etag -> size.map(bytes -> new ObjectFacts(
                    bytes,
                    etag.value(),
                    first(response, "last-modified").flatMap(HttpDate::parse).orElseGet(() -> clock.instant()
                            .truncatedTo(ChronoUnit.SECONDS)),
                    first(response, "x-amz-version-id").orElse(null))));
        }

        private static Optional<String> first(PlatformResponse response, String header) {
            return response.headers(header).stream().findFirst();
        }
    }
}
