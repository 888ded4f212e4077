package dev.ose.s3.policy;

import dev.ose.s3.policy.TrustPolicy.Principal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;

/** Collects the principals of a trust policy, statement by statement. */
final class TrustList implements PrincipalSink {

    private final List<List<Principal>> statements = new ArrayList<>();
    private List<Principal> present = new ArrayList<>();

    @Override
    public boolean hasResources() {
        return false;
    }

    @Override
    public void begin(boolean inverted) {
        if (inverted) {
            throw new MalformedPolicyException("a trust policy has no NotPrincipal");
        }
        if (!present.isEmpty()) {
            throw new MalformedPolicyException("a Statement has one Principal");
        }
    }

    @Override
    public void add(String kind, JsonParser json) {
        String name = json.getString();
        if (!kind.equals("AWS") && !(kind.isEmpty() && name.equals(TrustPolicy.EVERYBODY))) {
            throw new MalformedPolicyException("a principal of a trust policy is * or is named under AWS");
        }
        present.add(new Principal(name));
    }

    @Override
    public void condition(String key) {
        // Whatever it is, the request says it or the condition does not hold.
    }

    @Override
    public void endStatement(Statement.Effect effect) {
        if (present.isEmpty()) {
            throw new MalformedPolicyException("a Statement of a trust policy has a Principal");
        }
        statements.add(List.copyOf(present));
        present = new ArrayList<>();
    }

    List<List<Principal>> statements() {
        return statements;
    }
}
