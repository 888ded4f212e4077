package dev.ose.s3.policy;

import java.util.List;
import java.util.function.Predicate;

/**
 * Who may assume a role: a document of IAM's language whose statements have principals and no resources. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_update-role-trust-policy.html">trust
 *     policies</a>
 */
public final class TrustPolicy {

    private final List<Clause> clauses;

    private TrustPolicy(List<Clause> clauses) {
        this.clauses = clauses;
    }

    /**
     * Reads a document. What is not known of it never widens access, as with {@link Policy#read}.
     *
     * @throws MalformedPolicyException if it is no trust policy, is longer than {@link Policy#MAX_LENGTH}, or names
     *     principals otherwise than as {@code *} or under {@code AWS} or {@code Federated}
     */
    public static TrustPolicy read(String json) {
        return new TrustPolicy(ClauseReader.readTrust(json, false));
    }

    /**
     * Reads a new document strictly.
     *
     * @throws MalformedPolicyException like {@link #read}, and for unknown conditions, for claims of an issuer that the
     *     statement does not name, and for two statements with one Sid
     */
    public static TrustPolicy readNew(String json) {
        TrustPolicy policy = new TrustPolicy(ClauseReader.readTrust(json, true));
        PolicyStatements.read(json).requireDistinctSids();
        return policy;
    }

    /** The principals that some statement names. */
    public List<Principal> principals() {
        return clauses.stream().flatMap(clause -> clause.principals().stream()).toList();
    }

    /**
     * The verdict on a caller: a denial overrides all allowances.
     *
     * @param isCaller whether a principal matches the caller
     * @param action such as {@code sts:AssumeRole}
     */
    public Verdict evaluate(Predicate<Principal> isCaller, String action, RequestContext context) {
        return Clause.rule(clauses, isCaller, new AccessRequest(action, "", context))
                .verdict();
    }
}
