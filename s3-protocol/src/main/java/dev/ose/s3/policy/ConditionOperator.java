package dev.ose.s3.policy;

import java.util.Arrays;
import java.util.Optional;

/**
 * How a condition compares:
 * <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html">IAM's
 * condition operators</a> except those on binary values.
 */
enum ConditionOperator {
    STRING_EQUALS("StringEquals", Kind.TEXT, false),
    STRING_NOT_EQUALS("StringNotEquals", Kind.TEXT, true),
    STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", Kind.TEXT_IGNORING_CASE, false),
    STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", Kind.TEXT_IGNORING_CASE, true),
    STRING_LIKE("StringLike", Kind.PATTERN, false),
    STRING_NOT_LIKE("StringNotLike", Kind.PATTERN, true),
    ARN_EQUALS("ArnEquals", Kind.PATTERN, false),
    ARN_NOT_EQUALS("ArnNotEquals", Kind.PATTERN, true),
    ARN_LIKE("ArnLike", Kind.PATTERN, false),
    ARN_NOT_LIKE("ArnNotLike", Kind.PATTERN, true),
    NUMERIC_EQUALS("NumericEquals", Kind.NUMBER, false),
    NUMERIC_NOT_EQUALS("NumericNotEquals", Kind.NUMBER, true),
    NUMERIC_LESS_THAN("NumericLessThan", Kind.NUMBER, false),
    NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", Kind.NUMBER, false),
    NUMERIC_GREATER_THAN("NumericGreaterThan", Kind.NUMBER, false),
    NUMERIC_GREATER_THAN_EQUALS("NumericGreaterThanEquals", Kind.NUMBER, false),
    DATE_EQUALS("DateEquals", Kind.DATE, false),
    DATE_NOT_EQUALS("DateNotEquals", Kind.DATE, true),
    DATE_LESS_THAN("DateLessThan", Kind.DATE, false),
    DATE_LESS_THAN_EQUALS("DateLessThanEquals", Kind.DATE, false),
    DATE_GREATER_THAN("DateGreaterThan", Kind.DATE, false),
    DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", Kind.DATE, false),
    BOOL("Bool", Kind.TEXT_IGNORING_CASE, false),
    IP_ADDRESS("IpAddress", Kind.ADDRESS, false),
    NOT_IP_ADDRESS("NotIpAddress", Kind.ADDRESS, true),
    NULL("Null", Kind.TEXT_IGNORING_CASE, false);

    /** The type of the compared values. */
    enum Kind {
        TEXT,
        TEXT_IGNORING_CASE,
        PATTERN,
        NUMBER,
        DATE,
        ADDRESS
    }

    private final String text;
    private final Kind kind;
    private final boolean negated;

    ConditionOperator(String text, Kind kind, boolean negated) {
        this.text = text;
        this.kind = kind;
        this.negated = negated;
    }

    static Optional<ConditionOperator> find(String text) {
        return Arrays.stream(values()).filter(it -> it.text.equals(text)).findFirst();
    }

    Kind kind() {
        return kind;
    }

    /** Whether it holds where its counterpart does not. */
    boolean isNegated() {
        return negated;
    }

    /** Whether the operator accepts this sign of comparing the request's value with the policy's, without negation. */
    boolean accepts(int sign) {
        return switch (this) {
            case NUMERIC_LESS_THAN, DATE_LESS_THAN -> sign < 0;
            case NUMERIC_LESS_THAN_EQUALS, DATE_LESS_THAN_EQUALS -> sign <= 0;
            case NUMERIC_GREATER_THAN, DATE_GREATER_THAN -> sign > 0;
            case NUMERIC_GREATER_THAN_EQUALS, DATE_GREATER_THAN_EQUALS -> sign >= 0;
            default -> sign == 0;
        };
    }
}
