package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;

/** Collects the principals of a policy's statements for evaluation. */
final class ClauseReader implements PrincipalSink {

    private final boolean isOfBucket;
    private final List<Names> statements = new ArrayList<>();
    private List<Principal> present = new ArrayList<>();
    private boolean isInverted;

    private record Names(List<Principal> principals, boolean isInverted) {}

    private ClauseReader(boolean isOfBucket) {
        this.isOfBucket = isOfBucket;
    }

    /** The clauses of a trust policy, whose statements have no resources. */
    static List<Clause> readTrust(String json, boolean isNew) {
        return read(json, new ClauseReader(false), isNew);
    }

    /** The clauses of a bucket's policy. */
    static List<Clause> readBucketPolicy(String json, boolean isNew) {
        return read(json, new ClauseReader(true), isNew);
    }

    private static List<Clause> read(String json, ClauseReader reader, boolean isNew) {
        if (json.length() > Policy.MAX_LENGTH) {
            throw new MalformedPolicyException("a policy has at most " + Policy.MAX_LENGTH + " characters");
        }
        List<Statement> statements = PolicyReader.read(json, reader).statements();
        List<Clause> clauses = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            Names names = reader.statements.get(i);
            clauses.add(new Clause(
                    names.principals(), names.isInverted(), statements.get(i).about(names.principals())));
        }
        if (isNew) {
            new Policy(clauses.stream().map(Clause::statement).toList()).requireKnown();
        }
        return List.copyOf(clauses);
    }

    @Override
    public boolean hasResources() {
        return isOfBucket;
    }

    @Override
    public void begin(boolean inverted) {
        if (inverted && !isOfBucket) {
            throw new MalformedPolicyException("a trust policy has no NotPrincipal");
        }
        if (!present.isEmpty()) {
            throw new MalformedPolicyException("a Statement has one Principal");
        }
        isInverted = inverted;
    }

    @Override
    public void add(String kind, JsonParser json) {
        String name = json.getString();
        boolean isIssuer = kind.equals("Federated") && !isOfBucket;
        if (!isIssuer && !kind.equals("AWS") && !(kind.isEmpty() && name.equals(Principal.EVERYBODY))) {
            throw new MalformedPolicyException("a principal is * or is named under AWS, or under Federated by a role");
        }
        present.add(new Principal(name, isIssuer));
    }

    @Override
    public void condition(String key) {
        // Any key is accepted: without a value in the request, the condition does not hold.
    }

    @Override
    public void endStatement(Statement.Effect effect) {
        if (present.isEmpty()) {
            throw new MalformedPolicyException("a Statement has a Principal");
        }
        if (isInverted && effect == Statement.Effect.ALLOW) {
            throw new MalformedPolicyException("NotPrincipal would allow everybody else");
        }
        statements.add(new Names(List.copyOf(present), isInverted));
        present = new ArrayList<>();
    }
}
