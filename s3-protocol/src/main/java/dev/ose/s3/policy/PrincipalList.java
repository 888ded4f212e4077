package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JsonParser;

/** Collects the principals of a bucket policy, and the reasons to refuse it as a new one. */
final class PrincipalList implements PrincipalSink {

    /**
     * Keys whose values are neither the client's address nor its name, nor anything else that a platform sees of us.
     */
    private static final List<String> KEYS_OF_AWS = List.of("aws:currenttime", "aws:epochtime");

    private static final String GRANTS = "s3:x-amz-grant-";

    private final Set<String> alsoSeen;
    private final List<Principal> found = new ArrayList<>();
    private final List<String> objections = new ArrayList<>();
    private int statementStart;
    private boolean isInverted;
    private boolean hasBegun;

    /** @param alsoSeen keys, in lower case, that the evaluator sees beside those that every platform sees */
    PrincipalList(Set<String> alsoSeen) {
        this.alsoSeen = alsoSeen;
    }

    /**
     * One name of a principal.
     *
     * @param isGranted whether its statement allows it something
     * @param start where it begins in the document, with its quotation mark
     * @param end behind its last quotation mark
     */
    record Principal(String name, boolean isGranted, int start, int end) {

        /** The one that the parser stands at. */
        static Principal at(JsonParser json) {
            int start = (int) json.currentTokenLocation().getCharOffset();
            // Read to its end, behind which the parser then stands.
            String name = json.getString();
            return new Principal(
                    name, false, start, (int) json.currentLocation().getCharOffset());
        }
    }

    @Override
    public boolean hasResources() {
        return true;
    }

    @Override
    public void begin(boolean inverted) {
        if (hasBegun) {
            throw new MalformedPolicyException("a Statement has either Principal or NotPrincipal");
        }
        hasBegun = true;
        isInverted = inverted;
    }

    @Override
    public void add(String kind, JsonParser json) {
        Principal principal = Principal.at(json);
        if (!kind.equals("AWS") && !(kind.isEmpty() && principal.name().equals(BucketPolicy.EVERYBODY))) {
            objections.add("a principal is * or is named under AWS");
        }
        found.add(principal);
    }

    @Override
    public void condition(String key) {
        String folded = key.toLowerCase(Locale.ROOT);
        boolean isSeen = folded.startsWith("s3:") ? !folded.startsWith(GRANTS) : KEYS_OF_AWS.contains(folded);
        isSeen |= alsoSeen.contains(folded);
        if (!isSeen) {
            objections.add("a bucket policy cannot use " + key);
        }
    }

    @Override
    public void endStatement(Statement.Effect effect) {
        if (!hasBegun || found.size() == statementStart) {
            throw new MalformedPolicyException("a Statement of a bucket policy has a Principal");
        }
        if (effect == Statement.Effect.ALLOW && isInverted) {
            objections.add("NotPrincipal would allow everybody else");
        }
        boolean isGranted = effect == Statement.Effect.ALLOW && !isInverted;
        found.subList(statementStart, found.size())
                .replaceAll(it -> new Principal(it.name(), isGranted, it.start(), it.end()));
        statementStart = found.size();
        hasBegun = false;
    }

    List<Principal> found() {
        return found;
    }

    List<String> objections() {
        return objections;
    }
}
