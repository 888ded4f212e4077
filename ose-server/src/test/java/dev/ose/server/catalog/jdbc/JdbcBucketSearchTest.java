package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.BucketSearch.Question;
import dev.ose.server.catalog.search.BucketSearch.Whose;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The search for buckets on the real database. */
class JdbcBucketSearchTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final BucketFilter EVERYTHING = new BucketFilter.All(List.of());

    private static StoreFixture node;
    private static BucketSearch search;
    private static TenantId tenant;
    private static UserId ann;
    private static UserId bob;

    @BeforeAll
    static void fill() {
        node = new StoreFixture(POSTGRES.database());
        search = new JdbcBucketSearch(node.database);
        Holder holder = node.holder("finder");
        tenant = holder.tenant().id();
        ann = holder.made().user().id();
        bob = node.provisioning
                .createUser(tenant, "bob", Role.TENANT_USER)
                .user()
                .id();
        Bucket small = node.bucket(holder, "find-a");
        Bucket large = node.bucket(holder, "find-b");
        Bucket empty = node.bucket(holder, "find-c");
        node.bucket(node.holder("finders-neighbour"), "find-theirs");
        node.database.update("UPDATE bucket SET owner_id = ?, region = 'else' WHERE id = ?", bob, empty.id());
        // Rolled-up counters, and recorded deltas.
        count("usage_bucket (bucket_id, tenant_id, owner_id, objects, bytes)", large, tenant, ann, 5, 500L);
        count("usage_delta (bucket_id, objects, bytes)", large, 1, 50L);
        count("usage_delta (bucket_id, objects, bytes)", large, -2, -20L);
        count("usage_delta (bucket_id, objects, bytes)", small, 1, 7L);
    }

    private static void count(String table, Bucket bucket, Object... values) {
        Object[] all = new Object[values.length + 1];
        all[0] = bucket.id();
        System.arraycopy(values, 0, all, 1, values.length);
        String marks = "?" + ", ?".repeat(values.length);
        node.database.update("INSERT INTO " + table + " VALUES (" + marks + ")", all);
    }

    @AfterAll
    static void close() {
        node.close();
    }

    private static List<String> names(Whose whose, BucketFilter filter, BucketProperty order, boolean isDescending) {
        return search.find(whose, new Question(filter, order, isDescending, 0, 10)).found().stream()
                .map(found -> found.bucket().name().value())
                .toList();
    }

    private static List<String> named(BucketFilter filter) {
        return names(new Whose.OfTenant(tenant), filter, BucketProperty.NAME, false);
    }

    @Test
    void eachSeesWhatIsTheirs() {
        assertThat(named(EVERYTHING)).containsExactly("find-a", "find-b", "find-c");
        assertThat(names(new Whose.OfUser(tenant, ann), EVERYTHING, BucketProperty.NAME, true))
                .containsExactly("find-b", "find-a");
        assertThat(names(new Whose.OfUser(tenant, bob), EVERYTHING, BucketProperty.NAME, false))
                .containsExactly("find-c");
        assertThat(names(new Whose.SharedWith(tenant, ann), EVERYTHING, BucketProperty.NAME, false))
                .isEmpty();
    }

    @Test
    void countersAreTheSumOfBothTables() {
        List<FoundBucket> found = search.find(
                        new Whose.OfTenant(tenant), new Question(EVERYTHING, BucketProperty.BYTES, true, 0, 10))
                .found();

        assertThat(found)
                .extracting(each -> each.bucket().name().value())
                .containsExactly("find-b", "find-a", "find-c");
        assertThat(found).extracting(FoundBucket::objects).containsExactly(4L, 1L, 0L);
        assertThat(found).extracting(FoundBucket::storedBytes).containsExactly(530L, 7L, 0L);
        assertThat(found).extracting(FoundBucket::ownerName).containsExactly("finder", "finder", "bob");
    }

    @Test
    void everyPropertyFilters() {
        assertThat(named(new BucketFilter.Text(BucketProperty.NAME, Relation.AT_LEAST, "find-b")))
                .containsExactly("find-b", "find-c");
        assertThat(named(new BucketFilter.Like(BucketProperty.NAME, new Glob("*_a"), true)))
                .isEmpty();
        assertThat(named(new BucketFilter.Like(BucketProperty.NAME, new Glob("*-a"), false)))
                .containsExactly("find-b", "find-c");
        assertThat(named(new BucketFilter.Text(BucketProperty.REGION, Relation.EQUAL, "else")))
                .containsExactly("find-c");
        assertThat(named(new BucketFilter.Like(BucketProperty.OWNER, new Glob("b?b"), true)))
                .containsExactly("find-c");
        assertThat(named(new BucketFilter.Amount(BucketProperty.OBJECTS, Relation.LESS, 4)))
                .containsExactly("find-a", "find-c");
        assertThat(named(new BucketFilter.Any(List.of(
                        new BucketFilter.Amount(BucketProperty.BYTES, Relation.EQUAL, 7),
                        new BucketFilter.Text(BucketProperty.OWNER, Relation.EQUAL, "bob")))))
                .containsExactly("find-a", "find-c");
        assertThat(named(new BucketFilter.Created(Relation.LESS, Instant.EPOCH)))
                .isEmpty();
        assertThat(named(new BucketFilter.Text(BucketProperty.NAME, Relation.EQUAL, "x' OR 'a'='a")))
                .isEmpty();
    }

    @Test
    void everyPropertyOrders() {
        for (BucketProperty property : BucketProperty.values()) {
            assertThat(names(new Whose.OfTenant(tenant), EVERYTHING, property, false))
                    .as(property.name())
                    .hasSize(3);
        }
        assertThat(names(new Whose.OfTenant(tenant), EVERYTHING, BucketProperty.OWNER, false))
                .containsExactly("find-c", "find-a", "find-b");
    }

    @Test
    void pageKnowsTheTotalEvenBehindTheEnd() {
        BucketSearch.Page middle =
                search.find(new Whose.OfTenant(tenant), new Question(EVERYTHING, BucketProperty.NAME, false, 1, 1));
        BucketSearch.Page behind =
                search.find(new Whose.OfTenant(tenant), new Question(EVERYTHING, BucketProperty.NAME, false, 9, 1));

        assertThat(middle.total()).isEqualTo(3);
        assertThat(middle.found())
                .extracting(each -> each.bucket().name().value())
                .containsExactly("find-b");
        assertThat(behind).isEqualTo(new BucketSearch.Page(List.of(), 3));
    }
}
