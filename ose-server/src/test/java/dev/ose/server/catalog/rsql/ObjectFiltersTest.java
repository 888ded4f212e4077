package dev.ose.server.catalog.rsql;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.server.catalog.label.LabelName;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
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

    @Test
    void labelsAreReadByTheirNames() {
        assertThat(ObjectFilters.read("contentType==image/*;tag.project!=x;meta.Owner=in=(a,'b c')"))
                .isEqualTo(new Filter.All(List.of(
                        new Filter.Label(LabelName.CONTENT_TYPE, new Glob("image/*"), true),
                        new Filter.Label(LabelName.tag("project"), new Glob("x"), false),
                        new Filter.Any(List.of(
                                new Filter.Label(LabelName.metadata("owner"), new Glob("a"), true),
                                new Filter.Label(LabelName.metadata("owner"), new Glob("b c"), true))))));
        assertThat(ObjectFilters.read("tag.my%20team%3D%C3%A4==''"))
                .isEqualTo(new Filter.Label(LabelName.tag("my team=\u00e4"), new Glob(""), true));
        assertThat(ObjectFilters.read("tag.\u00e4/b:c.d@e+f=='x;y'"))
                .isEqualTo(new Filter.Label(LabelName.tag("\u00e4/b:c.d@e+f"), new Glob("x;y"), true));
    }

    @Test
    void namesAndValuesOfLabelsThatLookLikeSqlAreNamesAndValues() {
        assertThat(ObjectFilters.read("tag.a%27%29%3B--==\"' OR 1=1; --\""))
                .isEqualTo(new Filter.Label(LabelName.tag("a');--"), new Glob("' OR 1=1; --"), true));
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
                "contentType=gt=text/plain",
                "tag==x",
                "tags==x",
                "tag.==x",
                "tag.a%2==x",
                "tag.a%00==x",
                "tag.a%ff==x",
                "tag.a=lt=x",
                "meta.==x",
                "Tag.a==x",
                "tag.a==" + "*a".repeat(9),
                "tag.a==" + "x".repeat(1025),
                "tag.a==\uD800",
                "tag.a b==x",
                "tag.a==x;tag.b",
                "tag.t0==v"
                        + IntStream.range(1, 10_000)
                                .mapToObj(i -> ";tag.t" + i + "==v")
                                .collect(joining()),
                "tag.a=in=(" + "v,".repeat(100) + "v)",
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

    /** Each pair of parentheses with another operator inside, so that none is redundant. */
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
