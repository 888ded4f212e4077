package dev.ose.s3.policy;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The policy of a bucket that a platform evaluates. Its principals can be renamed while all other text stays unchanged.
 * Immutable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-bucket-user-policy-specifying-principal-intro.html">
 *     principals of bucket policies</a>
 */
public final class BucketPolicy {

    /** The principal of all callers, authenticated or not. */
    public static final String EVERYBODY = Principal.EVERYBODY;

    private final String document;
    private final List<PrincipalList.Principal> principals;

    private BucketPolicy(String document, List<PrincipalList.Principal> principals) {
        this.document = document;
        this.principals = List.copyOf(principals);
    }

    /**
     * Reads a document that a platform stores; unknown elements are accepted.
     *
     * @throws MalformedPolicyException if it is not JSON
     */
    public static BucketPolicy read(String json) {
        return new BucketPolicy(json, PrincipalSearch.in(json));
    }

    /**
     * Reads a document that a platform stores, to determine its grantees through a gateway.
     *
     * @throws MalformedPolicyException if they cannot be determined: it is no bucket policy, or contains what {@link
     *     #readNew} refuses, such as a condition on the source address, which would be the gateway's
     */
    public static BucketPolicy readGranting(String json) {
        return readGranting(json, Set.of());
    }

    private static BucketPolicy readGranting(String json, Set<String> alsoSeen) {
        PrincipalList list = new PrincipalList(alsoSeen);
        PolicyReader.read(json, list);
        if (!list.objections().isEmpty()) {
            throw new MalformedPolicyException(list.objections().getFirst());
        }
        if (hasVariable(json)) {
            throw new MalformedPolicyException("a bucket policy has no variables");
        }
        return new BucketPolicy(json, list.found());
    }

    /**
     * Reads a new document for an evaluator that sees the gateway's requests.
     *
     * @throws MalformedPolicyException if it is no bucket policy or longer than {@link Policy#MAX_LENGTH}; for
     *     conditions that would be evaluated for the gateway instead of the client, on addresses, transport or names,
     *     and for variables; for principals that are neither {@code *} nor under {@code AWS}, and for NotPrincipal in a
     *     statement that allows
     */
    public static BucketPolicy readNew(String json) {
        return readNew(json, Set.of());
    }

    /**
     * The same for an evaluator that sees more.
     *
     * @param alsoSeen keys of conditions in lower case
     */
    static BucketPolicy readNew(String json, Set<String> alsoSeen) {
        Policy.requireLength(json);
        return readGranting(json, alsoSeen);
    }

    /** Checks decoded text, because the evaluator decodes escapes. */
    private static boolean hasVariable(String document) {
        try (JsonParser json = PolicyReader.parser(document)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                boolean isText = token == JsonToken.PROPERTY_NAME || token == JsonToken.VALUE_STRING;
                if (isText && json.getString().contains("${")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The principals that some statement allows something, as the document names them. */
    public Set<String> granted() {
        return principals.stream()
                .filter(PrincipalList.Principal::isGranted)
                .map(PrincipalList.Principal::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The document with each principal, granted or not, renamed.
     *
     * @param name returns names that need no escapes in JSON; returns {@link #EVERYBODY} unchanged
     */
    public String renamed(UnaryOperator<String> name) {
        StringBuilder text = new StringBuilder(document.length() + 64);
        int copied = 0;
        for (PrincipalList.Principal principal : principals) {
            String other = name.apply(principal.name());
            if (!other.equals(principal.name())) {
                text.append(document, copied, principal.start())
                        .append('"')
                        .append(other)
                        .append('"');
                copied = principal.end();
            }
        }
        return text.append(document, copied, document.length()).toString();
    }
}
