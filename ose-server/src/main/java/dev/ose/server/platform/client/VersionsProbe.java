package dev.ose.server.platform.client;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists all versions of an object if its bucket may have some; otherwise probes the object. A listing is equivalent to
 * HEAD for the reasons in {@link ListedProbe}; unlike one of objects, one of versions has all recorded facts.
 */
public final class VersionsProbe implements ObjectProbe {

    /** Nearly every key has fewer; a larger page would mostly contain other keys with this prefix. */
    private static final int FIRST_PAGE = 16;

    private static final int PAGE = 1_000;

    /** A hundred thousand versions of one key; beyond that, only those written through OSE are counted. */
    private static final int MAX_PAGES = 100;

    private final ObjectProbe objects;
    private final BucketOwners owners;
    private final PlatformClient client;

    /** @param objects asks for objects themselves */
    public VersionsProbe(ObjectProbe objects, BucketOwners owners, PlatformClient client) {
        this.objects = objects;
        this.owners = owners;
        this.client = client;
    }

    @Override
    public KeyContent probe(BucketId bucket, ObjectKey key) {
        // A deleted bucket has no objects.
        return owners.find(bucket).map(owner -> probe(bucket, key, owner)).orElse(KeyContent.NOTHING);
    }

    private KeyContent probe(BucketId bucket, ObjectKey key, BucketOwner owner) {
        return VersionEntries.areToBeAsked(client, owner)
                ? versions(owner, key)
                        .orElseGet(() -> objects.probe(bucket, key).withoutOlder())
                : objects.probe(bucket, key);
    }

    @Override
    public Object endpoint(BucketId bucket) {
        return objects.endpoint(bucket);
    }

    /** Empty if the platform does not answer that. */
    private Optional<KeyContent> versions(BucketOwner owner, ObjectKey key) {
        String prefix = "&prefix=" + UriEncoding.encodeQuery(key.value());
        Collected collected = new Collected(key);
        String from = "";
        try {
            for (int page = 0; page < MAX_PAGES; page++) {
                int maxKeys = page == 0 ? FIRST_PAGE : PAGE;
                Optional<VersionsAnswer> answer =
                        client.listObjectVersions(owner, maxKeys, prefix + from, Purpose.VERIFY_OBJECT);
                if (answer.isEmpty()) {
                    return Optional.of(KeyContent.NOTHING);
                }
                VersionsAnswer.Marker next = answer.get().next();
                if (!collected.take(answer.get()) || next == null) {
                    return Optional.of(collected.content());
                }
                from = VersionEntries.behind(next);
            }
            return Optional.empty();
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.PlatformRefused) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The content of the pages so far. */
    private static final class Collected {

        private final ObjectKey key;
        private final List<OlderVersion> older = new ArrayList<>();
        private Optional<ObjectFacts> newest = Optional.empty();

        Collected(ObjectKey key) {
            this.key = key;
        }

        /**
         * Adds a page; returns whether the key continues after it. The key is the first among those with this prefix.
         */
        boolean take(VersionsAnswer page) {
            for (VersionsAnswer.Entry each : page.entries()) {
                if (!each.key().equals(key)) {
                    return false;
                }
                Optional<ObjectFacts> facts = VersionEntries.newest(each);
                if (facts.isPresent()) {
                    newest = facts;
                } else {
                    older.add(VersionEntries.older(each));
                }
            }
            return true;
        }

        KeyContent content() {
            return new KeyContent(newest, Optional.of(older));
        }
    }
}
