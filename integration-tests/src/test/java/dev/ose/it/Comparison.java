package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** The answers of two servers to the same requests: status, error code, and the headers and elements that matter. */
final class Comparison {

    private static final Difference NONE = new Difference(Set.of(), "no difference is known");

    /** The fields in which the answers to a request differ, and why. */
    record Difference(Set<String> fields, String reason) {

        private static final Set<String> LISTED_OR_REFUSED =
                Set.of("<Code>", "<ETag>", "<IsTruncated>", "<Key>", "<MaxKeys>", "<Name>", "<Size>", "status");

        static Difference differs(String reason, String... fields) {
            return new Difference(Set.of(fields), reason);
        }

        /** One server refuses what the other takes for a listing of the bucket. */
        static Difference listsInstead(String reason, String... more) {
            Set<String> fields = new HashSet<>(LISTED_OR_REFUSED);
            fields.addAll(Set.of(more));
            return new Difference(fields, reason);
        }
    }

    private final Map<String, Map<String, String>> ours;
    private final Map<String, Map<String, String>> theirs;

    private Comparison(Map<String, Map<String, String>> ours, Map<String, Map<String, String>> theirs) {
        this.ours = ours;
        this.theirs = theirs;
    }

    /** Sends the requests to both servers, one after the other. */
    static Comparison of(S3Target ours, S3Target theirs) {
        Script script = ComparisonScript.of("comparison-" + UUID.randomUUID());
        return new Comparison(script.run(ours), script.run(theirs));
    }

    /**
     * A test for each request.
     *
     * @param known the difference in the answers to the request with this name, or null if there is none
     */
    Stream<DynamicTest> tests(Function<String, @Nullable Difference> known) {
        return ours.keySet().stream()
                .map(step -> DynamicTest.dynamicTest(step, () -> compare(step, orNone(known.apply(step)))));
    }

    private static Difference orNone(@Nullable Difference difference) {
        return Objects.requireNonNullElse(difference, NONE);
    }

    private void compare(String step, Difference known) {
        Map<String, String> our = Objects.requireNonNull(ours.get(step));
        Map<String, String> their = Objects.requireNonNull(theirs.get(step));
        Set<String> differing = new TreeSet<>(our.keySet());
        differing.addAll(their.keySet());
        differing.removeIf(field -> our.containsKey(field) && Objects.equals(our.get(field), their.get(field)));

        assertThat(differing)
                .as("%s: the node answers %s, the other server %s; %s", step, our, their, known.reason())
                .isEqualTo(known.fields());
    }
}
