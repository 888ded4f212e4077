package dev.ose.s3.policy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A statement's condition on the client, which a platform behind a gateway does not see: the gateway evaluates it and
 * sends a token that it shares with the platform. See {@link VouchedPolicy}.
 */
final class ClientCondition {

    private static final Set<ContextKey.Name> FACTS = EnumSet.of(
            ContextKey.Name.REFERER,
            ContextKey.Name.SECURE_TRANSPORT,
            ContextKey.Name.SOURCE_IP,
            ContextKey.Name.USER_AGENT);

    private final VouchToken token;
    private final boolean isOfDenial;
    private final String text;
    private final List<Condition> conditions;

    private ClientCondition(VouchToken token, boolean isOfDenial, ConditionText text) {
        this.token = token;
        this.isOfDenial = isOfDenial;
        this.text = text.text();
        this.conditions = text.tests().stream()
                .filter(test -> isAboutClient(test.key()))
                .map(ConditionText.Test::condition)
                .toList();
    }

    /**
     * Parses a statement's whole Condition element.
     *
     * @throws MalformedPolicyException if the text is no such element
     */
    static ClientCondition of(VouchToken token, boolean isOfDenial, String text) {
        return new ClientCondition(token, isOfDenial, ConditionText.read(text));
    }

    /** Whether a key is about the client and not about what the platform sees itself. */
    static boolean isAboutClient(String key) {
        return ContextKey.find(key)
                .map(ContextKey::name)
                .filter(FACTS::contains)
                .isPresent();
    }

    VouchToken token() {
        return token;
    }

    boolean isOfDenial() {
        return isOfDenial;
    }

    /** The whole Condition element as the client wrote it. */
    String text() {
        return text;
    }

    boolean isOf(boolean denial, String written) {
        return isOfDenial == denial && text.equals(written);
    }

    /** Fails for operators and values that are not known. */
    void requireKnown() {
        conditions.stream().filter(Condition::isUnknown).findFirst().ifPresent(condition -> {
            throw new MalformedPolicyException("cannot evaluate the condition " + condition.text());
        });
    }

    /**
     * Whether the gateway sends the token: for a statement that allows, if the condition holds; for one that denies, if
     * it does not. Never if it cannot be determined.
     */
    boolean isVouchedFor(RequestContext client) {
        TriState truth = TriState.every(conditions, condition -> condition.holds(client));
        return truth == (isOfDenial ? TriState.NO : TriState.YES);
    }
}
