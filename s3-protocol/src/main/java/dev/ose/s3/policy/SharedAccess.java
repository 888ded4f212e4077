package dev.ose.s3.policy;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The decision of a bucket's policy about a caller, for the platform that keeps the bucket; {@link BucketPolicy} is for
 * gateways that only pass the policy on. Immutable.
 */
public final class SharedAccess {

    /** The header with a gateway's tokens in each request: see {@link VouchedPolicy}. */
    private static final Set<String> SEEN = Set.of("aws:referer");

    private final List<Clause> clauses;

    private SharedAccess(List<Clause> clauses) {
        this.clauses = clauses;
    }

    /**
     * Reads a document that was taken once. What is not known of it never widens access.
     *
     * @throws MalformedPolicyException if it is no bucket policy that can be evaluated
     */
    public static SharedAccess read(String json) {
        return new SharedAccess(ClauseReader.readBucketPolicy(json, false));
    }

    /**
     * Reads a new document.
     *
     * @throws MalformedPolicyException like {@link BucketPolicy#readNew}, except for {@code aws:Referer}, and for
     *     unknown conditions
     */
    public static SharedAccess readNew(String json) {
        BucketPolicy.readNew(json, SEEN);
        return new SharedAccess(ClauseReader.readBucketPolicy(json, true));
    }

    /** The names that some statement is about. */
    public Set<String> names() {
        return clauses.stream()
                .flatMap(clause -> clause.principals().stream())
                .map(Principal::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether it is public: a statement allows something to {@code *}. On AWS, conditions on networks and organisations
     * can make a policy non-public; here a gateway evaluates those, so they are ignored.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html#access-control-block-public-access-policy-status">
     *     The meaning of "public"</a>
     */
    public boolean isPublic() {
        return clauses.stream().anyMatch(Clause::letsInEverybody);
    }

    /**
     * The verdict on a request: a denial overrides all allowances.
     *
     * @param isCaller whether a principal matches the caller
     */
    public Verdict evaluate(Predicate<Principal> isCaller, AccessRequest request) {
        return rule(isCaller, request).verdict();
    }

    /**
     * The verdict on a request and the statement behind it: a denial overrides all allowances.
     *
     * @param isCaller whether a principal matches the caller
     */
    public Ruling rule(Predicate<Principal> isCaller, AccessRequest request) {
        return Clause.rule(clauses, isCaller, request);
    }
}
