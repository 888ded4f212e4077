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

    /** Header of each request, by which a gateway vouches for its client: see {@link VouchedPolicy}. */
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
     * Reads a document that somebody writes now.
     *
     * @throws MalformedPolicyException for all that {@link BucketPolicy#readNew} refuses but {@code aws:Referer}, and
     *     for conditions that are not known
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
     * Whether it lets in everybody: some statement allows {@code *} something. Conditions that make a policy less than
     * public on AWS are about networks and organisations, which a gateway answers for; here they do not count.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html#access-control-block-public-access-policy-status">
     *     The meaning of "public"</a>
     */
    public boolean isPublic() {
        return clauses.stream().anyMatch(Clause::letsInEverybody);
    }

    /**
     * What it says of a request: one statement that denies outweighs all that allow.
     *
     * @param isCaller whether a principal stands for who asks
     */
    public Verdict evaluate(Predicate<Principal> isCaller, AccessRequest request) {
        return Clause.evaluate(clauses, isCaller, request);
    }
}
