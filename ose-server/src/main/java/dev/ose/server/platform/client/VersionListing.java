package dev.ose.server.platform.client;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ListedPage;
import dev.ose.server.sync.OlderVersions;
import dev.ose.server.sync.PlatformObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists a bucket with its older versions, grouped by key: a page never ends within a key. */
final class VersionListing {

    private static final int PAGE = 1_000;

    /** A hundred thousand versions of one key. Further ones are not read: the key is found to differ at least. */
    private static final int MAX_PAGES = 100;

    private final PlatformClient client;

    VersionListing(PlatformClient client) {
        this.client = client;
    }

    /** The keys after {@code after}, which is empty for the start; empty if the bucket has been deleted. Blocks. */
    Optional<ListedPage> list(BucketOwner owner, String after) {
        String from = after.isEmpty() ? "" : "&key-marker=" + UriEncoding.encodeQuery(after);
        Keys keys = new Keys(after);
        int pages = 0;
        while (true) {
            Optional<VersionsAnswer> answer = client.listObjectVersions(owner, PAGE, from, Purpose.COMPARE_BUCKET);
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            answer.get().entries().forEach(keys::add);
            VersionsAnswer.Marker next = answer.get().next();
            if (next == null) {
                return Optional.of(new ListedPage(keys.all(), false));
            }
            pages++;
            if (pages == MAX_PAGES && keys.isEmpty()) {
                throw new FailureException(new Failure.PlatformRefused(
                        client.platform(owner).name(), "too many versions of the key " + after));
            }
            if (keys.hasSeveral() || pages == MAX_PAGES) {
                return Optional.of(new ListedPage(keys.hasSeveral() ? keys.allButLast() : keys.all(), true));
            }
            from = VersionEntries.behind(next);
        }
    }

    /** The keys of the pages so far; the last one may be incomplete. */
    private static final class Keys {

        private final String after;
        private final List<PlatformObject> complete = new ArrayList<>();
        private @Nullable ObjectKey last;
        private Optional<ObjectFacts> newest = Optional.empty();
        private OlderVersions older = OlderVersions.NONE;

        Keys(String after) {
            this.after = after;
        }

        /** Some platforms repeat the marker's key unless a version marker is given. */
        void add(VersionsAnswer.Entry entry) {
            if (entry.key().value().equals(after)) {
                return;
            }
            if (!entry.key().equals(last)) {
                completeLast();
                last = entry.key();
            }
            Optional<ObjectFacts> facts = VersionEntries.newest(entry);
            if (facts.isPresent()) {
                newest = facts;
            } else {
                older = older.plus(VersionEntries.older(entry).sizeBytes());
            }
        }

        private void completeLast() {
            if (last != null) {
                complete.add(new PlatformObject(last, newest, older));
                newest = Optional.empty();
                older = OlderVersions.NONE;
            }
        }

        boolean isEmpty() {
            return last == null;
        }

        boolean hasSeveral() {
            return !complete.isEmpty();
        }

        List<PlatformObject> allButLast() {
            return complete;
        }

        List<PlatformObject> all() {
            completeLast();
            last = null;
            return complete;
        }
    }
}
