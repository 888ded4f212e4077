package dev.ose.server.admin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {

    private record Shown(String name, int used) {}

    private static String tag(Shown shown, long revision) {
        return Objects.requireNonNull(
                EntityTags.answer(new Revised<>(shown, revision)).getHeaders().getETag());
    }

    @Test
    void tagDiffersWithEachPartOfTheAnswerAndWithTheRevision() {
        Shown shown = new Shown("a", 1);

        assertThat(tag(shown, 31)).matches("\"1f-[0-9a-f]{16}\"").isEqualTo(tag(new Shown("a", 1), 31));
        assertThat(Set.of(tag(shown, 31), tag(new Shown("a", 2), 31), tag(new Shown("b", 1), 31), tag(shown, 32)))
                .hasSize(4);
    }

    @Test
    void headerNamesRevisions() {
        Shown shown = new Shown("a", 1);

        assertThat(EntityTags.expected(null)).isEqualTo(new Expected.Anything());
        assertThat(EntityTags.expected(" * ")).isEqualTo(new Expected.Something());
        assertThat(EntityTags.expected(tag(shown, 31))).isEqualTo(new Expected.OneOf(Set.of(31L)));
        assertThat(EntityTags.expected(tag(shown, 31) + " , " + tag(shown, Long.MAX_VALUE >> 4)))
                .isEqualTo(new Expected.OneOf(Set.of(31L, Long.MAX_VALUE >> 4)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "W/\"1f-0123456789abcdef\"",
                "\"\"",
                "\"of_another_service\"",
                "\"1f\"",
                "\"ffffffffffffffffffffffff-0123456789abcdef\"",
                "\"1F-0123456789ABCDEF\""
            })
    void weakOrStrangeTagMatchesNothing(String header) {
        assertThat(EntityTags.expected(header)).isEqualTo(new Expected.OneOf(Set.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1f", "\"a", "\"a\" \"b\"", "\"a\",", "*, \"a\"", "'a'"})
    void brokenHeaderIsRefused(String header) {
        assertRefused(header);
    }

    @Test
    void longHeaderIsRefused() {
        assertRefused('"' + "a".repeat(10_000) + '"');
        assertRefused(String.join(",", Collections.nCopies(33, "\"a\"")));
    }

    private static void assertRefused(String header) {
        assertThatExceptionOfType(FailureException.class)
                .isThrownBy(() -> EntityTags.expected(header))
                .satisfies(e -> assertThat(e.failure())
                        .isInstanceOfSatisfying(Failure.Invalid.class, it -> assertThat(it.field())
                                .isEqualTo("If-Match")));
    }
}
