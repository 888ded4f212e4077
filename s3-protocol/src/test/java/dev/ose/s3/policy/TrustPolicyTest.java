package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustPolicyTest {

    private static final String ACTION = "sts:AssumeRole";
    private static final String ISSUER = "arn:aws:iam::account:oidc-provider/issuer.example/X";

    private static String statement(String effect, String rest) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"" + effect
                + "\", \"Action\": \"sts:AssumeRole\", " + rest + "}}";
    }

    private static Verdict ask(String document, String caller, String action, String externalId) {
        return TrustPolicy.read(document)
                .evaluate(
                        principal -> principal.name().equals(caller),
                        action,
                        externalId.isEmpty() ? new Facts(Map.of()) : Facts.of("sts:ExternalId", externalId));
    }

    @Test
    void whoIsNamedMayDoWhatIsNamed() {
        String document = statement("Allow", "\"Principal\": {\"AWS\": [\"ann\", \"bob\"]}");

        assertThat(ask(document, "ann", ACTION, "")).isEqualTo(Verdict.ALLOWED);
        assertThat(ask(document, "bob", "STS:assumerole", "")).isEqualTo(Verdict.ALLOWED);
        assertThat(ask(document, "eve", ACTION, "")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(ask(document, "ann", "sts:TagSession", "")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(TrustPolicy.read(document).principals())
                .containsExactly(new Principal("ann", false), new Principal("bob", false));
    }

    @Test
    void claimsOfATokenAreKnownToTrustAlone() {
        String condition = "\"Condition\": {\"StringEquals\": {\"Issuer.example/x:SUB\": \"ann\"}}";
        String document = statement("Allow", "\"Principal\": {\"Federated\": \"" + ISSUER + "\"}, " + condition);

        TrustPolicy policy = TrustPolicy.readNew(document);
        assertThat(policy.principals()).containsExactly(new Principal(ISSUER, true));
        assertThat(policy.evaluate(any -> true, ACTION, Facts.of("issuer.example/x:sub", "ann")))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(policy.evaluate(any -> true, ACTION, Facts.of("issuer.example/x:sub", "eve")))
                .isEqualTo(Verdict.NOT_MENTIONED);
        for (String key : List.of("issuer.example/x:email", "aws:sub", "sub", ":sub")) {
            assertThatThrownBy(() -> TrustPolicy.readNew(document.replace("Issuer.example/x:SUB", key)))
                    .isInstanceOf(MalformedPolicyException.class);
        }
        String ofUser =
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", " + condition + "}}";
        assertThatThrownBy(() -> Policy.readNew(ofUser)).isInstanceOf(MalformedPolicyException.class);
    }

    /** A misspelt issuer has no claims in any token, so a negated condition would always hold. */
    @Test
    void claimsOfAnIssuerThatTheStatementDoesNotNameAreNotTaken() {
        String other = "\"Condition\": {\"StringNotEquals\": {\"issuer.exampel/x:sub\": \"eve\"}}";
        for (String principal :
                List.of("{\"Federated\": \"" + ISSUER + "\"}", "{\"AWS\": \"" + ISSUER + "\"}", "\"*\"")) {
            String rest = "\"Principal\": " + principal + ", " + other;

            assertThatThrownBy(() -> TrustPolicy.readNew(statement("Allow", rest)))
                    .isInstanceOf(MalformedPolicyException.class)
                    .hasMessageContaining("issuer.exampel/x:sub");
            assertThat(TrustPolicy.read(statement("Allow", rest)).evaluate(any -> true, ACTION, new Facts(Map.of())))
                    .isEqualTo(Verdict.NOT_MENTIONED);
            assertThat(TrustPolicy.read(statement("Deny", rest)).evaluate(any -> true, ACTION, new Facts(Map.of())))
                    .isEqualTo(Verdict.DENIED);
        }
    }

    @Test
    void denialOutweighsInWhateverOrder() {
        String allow = "{\"Effect\": \"Allow\", \"Principal\": \"*\", \"Action\": \"sts:*\"}";
        String deny = "{\"Principal\": {\"AWS\": \"*\"}, \"Action\": \"*\", \"Effect\": \"Deny\"}";

        for (String both : List.of(allow + ',' + deny, deny + ',' + allow)) {
            assertThat(ask("{\"Statement\": [" + both + "]}", "*", ACTION, "")).isEqualTo(Verdict.DENIED);
        }
        assertThat(ask("{\"Statement\": " + allow + "}", "*", ACTION, "")).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void conditionMustHold() {
        String document = statement(
                "Allow",
                "\"Principal\": {\"AWS\": \"ann\"}, \"Condition\": {\"StringEquals\": {\"sts:ExternalId\": \"7\"}}");

        assertThat(ask(document, "ann", ACTION, "7")).isEqualTo(Verdict.ALLOWED);
        assertThat(ask(document, "ann", ACTION, "8")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(ask(document, "ann", ACTION, "")).isEqualTo(Verdict.NOT_MENTIONED);
    }

    @Test
    void unknownConditionAllowsNothingAndDeniesAndIsNotTakenAnew() {
        String condition = "\"Principal\": {\"AWS\": \"ann\"}, \"Condition\": {\"Bool\": {\"aws:Unheard\": \"true\"}}";

        assertThat(ask(statement("Allow", condition), "ann", ACTION, "")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(ask(statement("Deny", condition), "ann", ACTION, "")).isEqualTo(Verdict.DENIED);
        assertThatThrownBy(() -> TrustPolicy.readNew(statement("Allow", condition)))
                .isInstanceOf(MalformedPolicyException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Sid\": \"nobody\"",
                "\"Principal\": \"ann\"",
                "\"Principal\": {}",
                "\"Principal\": {\"AWS\": []}",
                "\"Principal\": {\"AWS\": 7}",
                "\"Principal\": {\"Service\": \"x\"}",
                "\"Principal\": {\"CanonicalUser\": \"x\"}",
                "\"NotPrincipal\": {\"AWS\": \"ann\"}",
                "\"Principal\": {\"AWS\": \"ann\"}, \"Resource\": \"*\"",
                "\"Principal\": {\"AWS\": \"ann\"}, \"NotPrincipal\": {\"AWS\": \"bob\"}"
            })
    void whatIsNoTrustPolicyIsRefused(String rest) {
        assertThatThrownBy(() -> TrustPolicy.readNew(statement("Allow", rest)))
                .isInstanceOf(MalformedPolicyException.class);
    }

    @Test
    void policyOfAUserStillNeedsAResource() {
        assertThatThrownBy(() -> Policy.read("{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\"}}"))
                .isInstanceOf(MalformedPolicyException.class);
    }
}
