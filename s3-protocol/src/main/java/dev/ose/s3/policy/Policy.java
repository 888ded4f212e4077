package dev.ose.s3.policy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A policy of a user or credential: a document of IAM's language without principals. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html">its elements</a>
 */
public final class Policy {

    /** The most UTF-16 units of a document, as of a bucket policy on AWS. */
    public static final int MAX_LENGTH = 20 * 1024;

    private final List<Statement> statements;

    Policy(List<Statement> statements) {
        this.statements = List.copyOf(statements);
    }

    /**
     * Reads a document. Conditions and variables that are not known are read all the same, so that a node understands
     * what a newer one stored: a statement that denies then applies, one that allows does not.
     *
     * @throws MalformedPolicyException if it is no policy, is longer than {@link #MAX_LENGTH}, or names principals
     */
    public static Policy read(String json) {
        requireLength(json);
        return PolicyReader.read(json, null);
    }

    /**
     * Fails for a document that is longer than a policy may be.
     *
     * @throws MalformedPolicyException if it is longer than {@link #MAX_LENGTH}
     */
    public static void requireLength(String json) {
        if (json.length() > MAX_LENGTH) {
            throw new MalformedPolicyException("a policy has at most " + MAX_LENGTH + " characters");
        }
    }

    /**
     * Reads a new document strictly.
     *
     * @throws MalformedPolicyException like {@link #read}, and for unknown conditions and variables and for two
     *     statements with one Sid
     */
    public static Policy readNew(String json) {
        Policy policy = read(json);
        policy.requireKnown();
        PolicyStatements.read(json).requireDistinctSids();
        return policy;
    }

    /** Fails if it has conditions or variables that are not known. */
    void requireKnown() {
        unknown().findFirst().ifPresent(what -> {
            throw new MalformedPolicyException("cannot evaluate " + what);
        });
    }

    List<Statement> statements() {
        return statements;
    }

    private Stream<String> unknown() {
        return statements.stream()
                .flatMap(statement -> Stream.concat(
                        statement.conditions().stream()
                                .filter(Condition::isUnknown)
                                .map(condition -> "the condition " + condition.text()),
                        statement.resources().stream()
                                .filter(Pattern::isUnknown)
                                .map(pattern -> "a variable in a resource")));
    }

    /** The combined verdict of policies: a denial overrides all allowances. */
    public static Verdict evaluate(List<Policy> policies, AccessRequest request) {
        return rule(policies, request).verdict();
    }

    /** The combined verdict of policies and the statement behind it: a denial overrides all allowances. */
    public static Ruling rule(List<Policy> policies, AccessRequest request) {
        int[] action = request.action().toLowerCase(Locale.ROOT).codePoints().toArray();
        int[] resource = request.resource().codePoints().toArray();
        Ruling ruling = Ruling.NOT_MENTIONED;
        for (int i = 0; i < policies.size(); i++) {
            for (Statement statement : policies.get(i).statements) {
                if (statement.applies(action, resource, request.context())) {
                    ruling = ruling.or(Ruling.of(i, statement));
                    if (ruling.verdict() == Verdict.DENIED) {
                        return ruling;
                    }
                }
            }
        }
        return ruling;
    }
}
