package dev.ose.server.rsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.search.Filter;
import dev.ose.server.search.Filter.Relation;
import dev.ose.server.search.Glob;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectFiltersTest {

    @Test
    void everythingThatMayBeAskedIsRead() {
        assertThat(ObjectFilters.read("key==logs/*;(size=ge=10,size<5);modified>2026-01-31;bucket!=tmp"))
                .isEqualTo(new Filter.All(List.of(
                        new Filter.KeyLike(new Glob("logs/*"), true),
                        new Filter.Any(
                                List.of(new Filter.Size(Relation.AT_LEAST, 10), new Filter.Size(Relation.LESS, 5))),
                        new Filter.Modified(Relation.MORE, Instant.parse("2026-01-31T00:00:00Z")),
                        new Filter.BucketLike(new Glob("tmp"), false))));
        assertThat(ObjectFilters.read("key=in=(a,'b c')"))
                .isEqualTo(new Filter.Any(
                        List.of(new Filter.Key(Relation.EQUAL, "a"), new Filter.Key(Relation.EQUAL, "b c"))));
        assertThat(ObjectFilters.read("size=out=(1,2)"))
                .isEqualTo(new Filter.All(
                        List.of(new Filter.Size(Relation.DIFFERENT, 1), new Filter.Size(Relation.DIFFERENT, 2))));
        assertThat(ObjectFilters.read("modified=le=2026-01-31T12:00:00+02:00"))
                .isEqualTo(new Filter.Modified(Relation.AT_MOST, Instant.parse("2026-01-31T10:00:00Z")));
        assertThat(ObjectFilters.read("owner==ann;etag=='abc-2'"))
                .isEqualTo(new Filter.All(
                        List.of(new Filter.OwnerLike(new Glob("ann"), true), new Filter.Tag("abc-2", true))));
        assertThat(ObjectFilters.read("")).isEqualTo(Filter.everything());
    }

    @Test
    void whatLooksLikeSqlIsAValue() {
        assertThat(ObjectFilters.read("key==\"'; DROP TABLE bucket; --\""))
                .isEqualTo(new Filter.Key(Relation.EQUAL, "'; DROP TABLE bucket; --"));
    }

    static List<String> hostile() {
        return List.of(
                "key",
                "key==",
                "key=foo=a",
                "(key==a",
                "size==many",
                "size==99999999999999999999",
                "modified==yesterday",
                "modified==+999999999-01-01T00:00:00Z",
                "modified==1969-12-31",
                "etag=gt=a",
                "bucket=lt=a",
                "contentType==text/plain",
                "tag==x",
                "1=1;key==a",
                "size;drop table bucket==1",
                "key==a\0b",
                "key==" + "x".repeat(1025),
                "key==" + "*a".repeat(9),
                "owner==" + "*a".repeat(9),
                "key==\uD800",
                "(".repeat(3_000),
                "(".repeat(101) + "key==a" + ")".repeat(101),
                nested(),
                "size=in=(" + "1,".repeat(100) + "1)",
                "size==1" + ";size==1".repeat(100),
                "key==" + "x".repeat(4_000));
    }

    /** Each pair of parentheses with another operator inside, so that none can be left out. */
    private static String nested() {
        StringBuilder text = new StringBuilder("size==1");
        for (int depth = 0; depth < 20; depth++) {
            text.insert(0, '(').append(depth % 2 == 0 ? ";size==1)" : ",size==1)");
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void hostileOrMistakenFiltersAreRefused(String text) {
        assertThatThrownBy(() -> ObjectFilters.read(text))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Invalid.class));
    }
}
