package dev.ose.s3.policy;

import dev.ose.s3.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An operator with the values of the policy that it compares with. */
final class ConditionComparison {

    /** One value of the policy. */
    private sealed interface Expected {

        record Text(Pattern pattern) implements Expected {}

        record Ordered(double value) implements Expected {}

        record Range(AddressRange range) implements Expected {}
    }

    private final ConditionOperator operator;
    private final List<Expected> expected;

    private ConditionComparison(ConditionOperator operator, List<Expected> expected) {
        this.operator = operator;
        this.expected = expected;
    }

    /** Empty if a value is not of the operator's kind. */
    static Optional<ConditionComparison> of(ConditionOperator operator, List<String> values, boolean variables) {
        List<Expected> expected = new ArrayList<>();
        for (String value : values) {
            Optional<? extends Expected> one = expected(operator.kind(), value, variables);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            expected.add(one.get());
        }
        return Optional.of(new ConditionComparison(operator, expected));
    }

    private static Optional<? extends Expected> expected(ConditionOperator.Kind kind, String value, boolean variables) {
        return switch (kind) {
            case TEXT -> Optional.of(new Expected.Text(Pattern.text(value, false, variables, false)));
            case TEXT_IGNORING_CASE -> Optional.of(new Expected.Text(Pattern.text(value, false, variables, true)));
            case PATTERN -> Optional.of(new Expected.Text(Pattern.text(value, true, variables, false)));
            case NUMBER -> Values.number(value).map(Expected.Ordered::new);
            case DATE -> Values.seconds(value).map(Expected.Ordered::new);
            case ADDRESS -> AddressRange.parse(value).map(Expected.Range::new);
        };
    }

    ConditionOperator operator() {
        return operator;
    }

    boolean isUnknown() {
        return expected.stream().anyMatch(it -> it instanceof Expected.Text(var pattern) && pattern.isUnknown());
    }

    /** Whether the request's value is one of the policy's, negation aside; unknown if it is not of their kind. */
    TriState isAmong(String actual, RequestContext context) {
        return TriState.any(expected, it -> switch (it) {
            case Expected.Text(var pattern) -> pattern.matches(actual, context);
            case Expected.Ordered(var value) ->
                ordered(actual)
                        .map(number -> TriState.of(operator.accepts(Double.compare(number, value))))
                        .orElse(TriState.UNKNOWN);
            case Expected.Range(var range) ->
                range.contains(actual).map(TriState::of).orElse(TriState.UNKNOWN);
        });
    }

    private Optional<Double> ordered(String actual) {
        return operator.kind() == ConditionOperator.Kind.DATE ? Values.seconds(actual) : Values.number(actual);
    }
}
