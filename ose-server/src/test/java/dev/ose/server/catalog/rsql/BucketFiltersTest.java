package dev.ose.server.catalog.rsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketFiltersTest {

    private final BucketFilters insider = new BucketFilters(true);
    private final BucketFilters outsider = new BucketFilters(false);

    @Test
    void everythingThatMayBeAskedIsRead() {
        assertThat(insider.read("name==logs-*;(objectCount=ge=10,usedBytes<5);creationDate>2026-01-31;owner!=ann"))
                .isEqualTo(new BucketFilter.All(List.of(
                        new BucketFilter.Like(BucketProperty.NAME, new Glob("logs-*"), true),
                        new BucketFilter.Any(List.of(
                                new BucketFilter.Amount(BucketProperty.OBJECTS, Relation.AT_LEAST, 10),
                                new BucketFilter.Amount(BucketProperty.BYTES, Relation.LESS, 5))),
                        new BucketFilter.Created(Relation.MORE, Instant.parse("2026-01-31T00:00:00Z")),
                        new BucketFilter.Text(BucketProperty.OWNER, Relation.DIFFERENT, "ann"))));
        assertThat(insider.read("region=in=(a,b)"))
                .isEqualTo(new BucketFilter.Any(List.of(
                        new BucketFilter.Text(BucketProperty.REGION, Relation.EQUAL, "a"),
                        new BucketFilter.Text(BucketProperty.REGION, Relation.EQUAL, "b"))));
        assertThat(insider.read("")).isEqualTo(new BucketFilter.All(List.of()));
        assertThat(insider.order("usedBytes")).isEqualTo(BucketProperty.BYTES);
        assertThat(insider.order("")).isEqualTo(BucketProperty.NAME);
    }

    @Test
    void whatLooksLikeSqlIsAValue() {
        assertThat(insider.read("name==\"'; DROP TABLE bucket; --\""))
                .isEqualTo(new BucketFilter.Text(BucketProperty.NAME, Relation.EQUAL, "'; DROP TABLE bucket; --"));
    }

    /** Otherwise filters would disclose internal properties to guests, answer by answer. */
    @ParameterizedTest
    @ValueSource(strings = {"owner==a*", "objectCount=gt=1", "usedBytes<5", "name==a,usedBytes<5"})
    void outsidersMayNotAskForWhatIsInternal(String text) {
        assertInvalid("filter", () -> outsider.read(text));
        assertThat(insider.read(text)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "objectCount", "usedBytes"})
    void outsidersMayNotOrderByIt(String name) {
        assertInvalid("order", () -> outsider.order(name));
        assertThat(insider.order(name)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "name==a\0b",
                "name==\uD800",
                "secret==x",
                "size==1",
                "objectCount==many",
                "creationDate==yesterday",
                "name=lt=a;(",
                "1=1",
                "b.name==x"
            })
    void hostileOrMistakenFiltersAreRefused(String text) {
        assertInvalid("filter", () -> insider.read(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"created_at", "name; DROP TABLE bucket", "NAME", "1"})
    void otherOrdersAreRefused(String name) {
        assertInvalid("order", () -> insider.order(name));
    }

    private static void assertInvalid(String field, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isInstanceOfSatisfying(Failure.Invalid.class, invalid -> assertThat(invalid.field())
                        .isEqualTo(field)));
    }
}
