package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Who may assume a role: a document of IAM's language whose statements have principals and no resources. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_update-role-trust-policy.html">trust policies</a>
 */
public final class TrustPolicy {

    /** The principal that stands for everybody. */
    public static final String EVERYBODY = "*";

    private static final int[] NO_RESOURCE = {};

    private final List<Clause> clauses;

    private TrustPolicy(List<Clause> clauses) {
        this.clauses = List.copyOf(clauses);
    }

    /** Somebody as a document names him. */
    public record Principal(String name) {}

    private record Clause(List<Principal> principals, Statement statement) {}

    /**
     * Reads a document. What is not known of it never widens access, as with {@link Policy#read}.
     *
     * @throws MalformedPolicyException if it is no trust policy, is longer than {@link Policy#MAX_LENGTH}, or names principals
     *     otherwise than as {@code *} or under {@code AWS}
     */
    public static TrustPolicy read(String json) {
        return read(json, false);
    }

    /**
     * Reads a document that somebody writes now, who should hear of a mistake.
     *
     * @throws MalformedPolicyException as {@link #read} does, and for conditions that are not known
     */
    public static TrustPolicy readNew(String json) {
        return read(json, true);
    }

    private static TrustPolicy read(String json, boolean isNew) {
        if (json.length() > Policy.MAX_LENGTH) {
            throw new MalformedPolicyException("a policy has at most " + Policy.MAX_LENGTH + " characters");
        }
        TrustList list = new TrustList();
        Policy policy = PolicyReader.read(json, list);
        if (isNew) {
            policy.requireKnown();
        }
        List<Clause> clauses = new ArrayList<>();
        for (int i = 0; i < policy.statements().size(); i++) {
            clauses.add(new Clause(list.statements().get(i), policy.statements().get(i)));
        }
        return new TrustPolicy(clauses);
    }

    /** The principals that some statement names. */
    public List<Principal> principals() {
        return clauses.stream().flatMap(clause -> clause.principals().stream()).toList();
    }

    /**
     * What it says of somebody who asks: one statement that denies outweighs all that allow.
     *
     * @param isCaller whether a principal stands for who asks
     * @param action such as {@code sts:AssumeRole}
     */
    public Verdict evaluate(Predicate<Principal> isCaller, String action, RequestContext context) {
        int[] asked = action.toLowerCase(Locale.ROOT).codePoints().toArray();
        Verdict verdict = Verdict.NOT_MENTIONED;
        for (Clause clause : clauses) {
            if (clause.principals().stream().anyMatch(isCaller)
                    && clause.statement().applies(asked, NO_RESOURCE, context)) {
                switch (clause.statement().effect()) {
                    case DENY -> {
                        return Verdict.DENIED;
                    }
                    case ALLOW -> verdict = Verdict.ALLOWED;
                }
            }
        }
        return verdict;
    }
}
