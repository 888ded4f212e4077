package dev.ose.s3.policy;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A statement and its principals.
 *
 * @param isInverted whether it applies to all except these principals
 */
record Clause(List<Principal> principals, boolean isInverted, Statement statement) {

    private static final int[] NO_RESOURCE = {};

    Clause {
        principals = List.copyOf(principals);
    }

    /** Whether it allows something to all callers. */
    boolean letsInEverybody() {
        return statement.effect() == Statement.Effect.ALLOW
                && (isInverted
                        || principals.stream()
                                .anyMatch(principal -> principal.name().equals(Principal.EVERYBODY)));
    }

    /**
     * The combined verdict of clauses and the statement behind it: a denial overrides all allowances.
     *
     * @param isCaller whether a principal matches the caller
     * @param request with an empty resource if there is none
     */
    static Ruling rule(List<Clause> clauses, Predicate<Principal> isCaller, AccessRequest request) {
        int[] action = request.action().toLowerCase(Locale.ROOT).codePoints().toArray();
        int[] resource = request.resource().isEmpty()
                ? NO_RESOURCE
                : request.resource().codePoints().toArray();
        Ruling ruling = Ruling.NOT_MENTIONED;
        for (Clause clause : clauses) {
            if (clause.principals.stream().anyMatch(isCaller) != clause.isInverted
                    && clause.statement.applies(action, resource, request.context())) {
                ruling = ruling.or(Ruling.of(0, clause.statement));
                if (ruling.verdict() == Verdict.DENIED) {
                    return ruling;
                }
            }
        }
        return ruling;
    }
}
