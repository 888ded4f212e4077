package dev.ose.s3.policy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a statement: a key of the request compared with values. See <a
 * href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-logic-multiple-context-keys-or-values.html">how
 * several values count</a>.
 *
 * @param text how the policy writes it, for messages
 * @param comparison null if we do not know the operator, or cannot use a value
 * @param key null if we do not know it
 */
record Condition(
        String text,
        @Nullable ConditionComparison comparison,
        Quantifier quantifier,
        boolean ifExists,
        @Nullable ContextKey key) {

    /** The quantifier over several values of the request. */
    enum Quantifier {
        NONE,
        FOR_ANY_VALUE,
        FOR_ALL_VALUES
    }

    /** The comparison as the policy writes it. */
    record Test(String operator, String key) {}

    private static final String FOR_ANY = "ForAnyValue:";
    private static final String FOR_ALL = "ForAllValues:";
    private static final String IF_EXISTS = "IfExists";

    static Condition of(Test test, Optional<ContextKey> key, List<String> values, boolean variables) {
        String operator = test.operator();
        Quantifier quantifier = operator.startsWith(FOR_ANY)
                ? Quantifier.FOR_ANY_VALUE
                : operator.startsWith(FOR_ALL) ? Quantifier.FOR_ALL_VALUES : Quantifier.NONE;
        String bare = operator.substring(operator.indexOf(':') + 1);
        boolean ifExists = bare.endsWith(IF_EXISTS);
        Optional<ConditionOperator> known =
                ConditionOperator.find(ifExists ? bare.substring(0, bare.length() - IF_EXISTS.length()) : bare);
        // A test for a key's existence cannot be combined with IfExists or a set operator.
        boolean isNonsense =
                known.filter(ConditionOperator.NULL::equals).isPresent() && (ifExists || quantifier != Quantifier.NONE);
        boolean isMisspelt = quantifier == Quantifier.NONE && operator.indexOf(':') >= 0;
        return new Condition(
                operator + " " + test.key(),
                isNonsense || isMisspelt
                        ? null
                        : known.flatMap(it -> ConditionComparison.of(it, values, variables))
                                .orElse(null),
                quantifier,
                ifExists,
                key.orElse(null));
    }

    /** Whether its meaning is unknown. */
    boolean isUnknown() {
        return comparison == null || key == null || comparison.isUnknown();
    }

    /** The same condition, never determined. */
    Condition undetermined() {
        return new Condition(text, comparison, quantifier, ifExists, null);
    }

    /** Whether it depends on claims of another issuer than the named ones. */
    boolean isOfOthers(List<Principal> principals) {
        return Optional.ofNullable(key)
                .flatMap(ContextKey::issuer)
                .filter(issuer -> principals.stream().noneMatch(principal -> principal.isIssuer(issuer)))
                .isPresent();
    }

    TriState holds(RequestContext context) {
        if (comparison == null || key == null || !context.knows(key)) {
            return TriState.UNKNOWN;
        }
        List<String> actual = context.values(key);
        if (comparison.operator() == ConditionOperator.NULL) {
            return comparison.isAmong(String.valueOf(actual.isEmpty()), context);
        }
        boolean negated = comparison.operator().isNegated();
        if (actual.isEmpty()) {
            return TriState.of(
                    ifExists || quantifier == Quantifier.FOR_ALL_VALUES || (negated && quantifier == Quantifier.NONE));
        }
        return switch (quantifier) {
            case NONE -> {
                TriState among = TriState.any(actual, value -> comparison.isAmong(value, context));
                yield negated ? among.not() : among;
            }
            case FOR_ANY_VALUE -> TriState.any(actual, value -> satisfies(value, negated, comparison, context));
            case FOR_ALL_VALUES -> TriState.every(actual, value -> satisfies(value, negated, comparison, context));
        };
    }

    private static TriState satisfies(
            String value, boolean negated, ConditionComparison comparison, RequestContext context) {
        TriState among = comparison.isAmong(value, context);
        return negated ? among.not() : among;
    }
}
