package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.listing.ListingRequest;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.listing.ObjectPage;
import dev.ose.server.catalog.listing.Position;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When listing from the database is certain, and what it lists from rows and segments. */
@Timeout(120)
class JdbcListingTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Instant TIME = Instant.ofEpochSecond(1_000_000);

    private StoreFixture stores;
    private BucketId bucket;
    private int node;

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        StoreFixture.Holder holder = stores.holder("listed-" + NAMES.incrementAndGet());
        bucket = stores.bucket(holder, "listed-" + NAMES.get()).id();
        stores.database.update(
                "INSERT INTO sync_run (tenant_id, bucket_id, state, finished_at) VALUES (?, ?, 'DONE', now())",
                holder.tenant().id(),
                bucket);
        JdbcNodeTable nodes = new JdbcNodeTable(stores.database, "test");
        node = nodes.register("listing");
        nodes.renew(node, true);
        insert(List.of("a", "b/1", "b/2", "c", "d"));
        CompactionFixture.until(stores.database, bucket, TIME.plusSeconds(3));
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void rowsAndSegmentsAreListedTogether() {
        ObjectPage page = page("").orElseThrow();

        assertThat(keys(page)).containsExactly("a", "c");
        assertThat(page.commonPrefixes()).containsExactly("b/");
        assertThat(page.end()).contains(new Position("c", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE sync_run SET state = 'FAILED'",
                "UPDATE sync_run SET state = 'RUNNING', finished_at = NULL",
                "DELETE FROM sync_run",
                "UPDATE node SET is_caught_up = false",
                "UPDATE node SET lease_until = now() - interval '1 second'"
            })
    void databaseThatMayLackSomethingIsNotBelieved(String change) {
        assertThat(page("")).isPresent();

        stores.database.update(change);

        assertThat(page("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO op_intent (bucket_id, op_id, node_id, key) VALUES (?, 1, 1, 'bb')",
                "INSERT INTO object_dirty (bucket_id, key, due_at) VALUES (?, 'bb', now() + interval '1 day')"
            })
    void keyThatIsBeingWrittenOrAskedForSpoilsThePage(String change) {
        stores.database.update(change, bucket);

        assertThat(page("")).isEmpty();
        assertThat(page("c")).isPresent();
    }

    @Test
    void nodeThatLeftWithMoreToTellObjectsUntilItsNextLife() {
        JdbcNodeTable nodes = new JdbcNodeTable(stores.database, "test");
        int other = nodes.register("other");
        nodes.renew(other, true);
        stores.database.update(
                "INSERT INTO op_intent (bucket_id, op_id, node_id, key) VALUES (?, 1, ?, 'zz')", bucket, other);

        nodes.leave(other, false);

        assertThat(page("")).isEmpty();
        assertThat(nodes.reap(1_000)).isPositive();
        assertThat(stores.database.first("SELECT FROM op_intent WHERE node_id = ?", row -> true, other))
                .isEmpty();

        int next = nodes.register("other");
        nodes.renew(next, true);
        assertThat(page("")).isPresent();

        nodes.leave(next, true);
        assertThat(page("")).isPresent();
    }

    @Test
    void nodeThatNeverComesBackObjectsForADay() {
        JdbcNodeTable nodes = new JdbcNodeTable(stores.database, "test");
        int other = nodes.register("other");
        nodes.leave(other, false);
        nodes.forgetGone();
        assertThat(page("")).isEmpty();

        stores.database.update("UPDATE node SET lease_until = now() - interval '25 hours' WHERE id = ?", other);
        nodes.forgetGone();

        assertThat(page("")).isPresent();
    }

    @Test
    void nodeThatHasAJournalListsNothing() {
        ListingRequest question = ListingRequest.behind("", "/", 3, "");
        ObjectListing listing = listing(false);

        assertThat(listing.page(bucket, question)).isEmpty();
        assertThat(listing.forwarded()).isEqualTo(1);
        assertThat(listing(true).page(bucket, question)).isPresent();
    }

    @Test
    void databaseThatIsAwayListsNothing() {
        ObjectListing listing = listing(true);
        stores.close();

        assertThat(listing.page(bucket, ListingRequest.behind("", "", 1, ""))).isEmpty();
    }

    @Test
    void nodesOfOneKeyFileOpenEachOthersPositionsAndNoOthers() {
        KeyringPositions positions = new KeyringPositions(stores.keyring);
        KeyringPositions others = new KeyringPositions(StoreFixture.newKeyring());
        for (Position position : List.of(new Position("a b/\u0001é😀", false), new Position("dir/", true))) {
            String token = positions.seal(bucket, position);

            assertThat(token).matches("[A-Za-z0-9._-]+");
            assertThat(new KeyringPositions(stores.keyring).open(bucket, token)).contains(position);
            assertThat(positions.open(new BucketId(bucket.value() + 1), token)).isEmpty();
            assertThat(others.open(bucket, token)).isEmpty();
            for (int at = 0; at < token.length(); at++) {
                // The last character has unused bits.
                char other = token.charAt(at) == 'A' ? 'Q' : 'A';
                String changed = token.substring(0, at) + other + token.substring(at + 1);
                assertThat(positions.open(bucket, changed))
                        .as("changed at %d", at)
                        .isEmpty();
            }
            assertThat(positions.open(bucket, token.substring(0, token.length() - 4)))
                    .isEmpty();
        }
        assertThat(positions.claimsToBeOne("a/key/of/a/bucket")).isFalse();
    }

    private Optional<ObjectPage> page(String startAfter) {
        return listing(true).page(bucket, ListingRequest.behind("", "/", 3, startAfter));
    }

    private ObjectListing listing(boolean isCaughtUp) {
        return new ObjectListing(
                true, new JdbcListingTables(stores.database), () -> isCaughtUp, new KeyringPositions(stores.keyring));
    }

    private static List<String> keys(ObjectPage page) {
        return page.objects().stream().map(each -> each.key().value()).toList();
    }

    private void insert(List<String> keys) {
        Map<ObjectAddress, ObjectFacts> rows = new TreeMap<>();
        List<String> all = new ArrayList<>(keys);
        for (int i = 0; i < all.size(); i++) {
            rows.put(
                    new ObjectAddress(bucket, new ObjectKey(all.get(i))),
                    new ObjectFacts(i, "tag-" + i, TIME.plusSeconds(i), null));
        }
        stores.write(rows);
    }
}
