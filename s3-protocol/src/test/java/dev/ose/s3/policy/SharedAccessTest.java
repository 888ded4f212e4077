package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedAccessTest {

    private static final String ALLOW_ANN = statement("Allow", "\"Principal\": {\"AWS\": [\"ann\", \"bob\"]}");

    private static String statement(String effect, String more) {
        return "{\"Effect\": \"" + effect + "\", \"Action\": \"s3:Get*\", \"Resource\": \"arn:aws:s3:::b/*\", " + more
                + '}';
    }

    private static String policy(String... statements) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": [" + String.join(", ", statements) + "]}";
    }

    private static Verdict ask(String document, String caller, String action, String resource) {
        return SharedAccess.readNew(document)
                .evaluate(
                        principal ->
                                principal.name().equals("*") || principal.name().equals(caller),
                        new AccessRequest(action, resource, new Facts(Map.of())));
    }

    private static Verdict get(String document, String caller) {
        return ask(document, caller, "s3:GetObject", "arn:aws:s3:::b/k");
    }

    @Test
    void whoIsNamedMayDoWhatIsNamedWhereItIsNamed() {
        String document = policy(ALLOW_ANN);

        assertThat(get(document, "ann")).isEqualTo(Verdict.ALLOWED);
        assertThat(get(document, "eve")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(ask(document, "ann", "s3:PutObject", "arn:aws:s3:::b/k")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(ask(document, "ann", "s3:GetObject", "arn:aws:s3:::c/k")).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(SharedAccess.readNew(document).names()).containsExactlyInAnyOrder("ann", "bob");
    }

    @Test
    void policyIsPublicOnceItAllowsEverybodySomething() {
        String everybody = statement("Allow", "\"Principal\": \"*\"");

        assertThat(SharedAccess.read(policy(ALLOW_ANN, everybody)).isPublic()).isTrue();
        assertThat(SharedAccess.read(policy(ALLOW_ANN)).isPublic()).isFalse();
        assertThat(SharedAccess.read(policy(ALLOW_ANN, everybody.replace("Allow", "Deny")))
                        .isPublic())
                .isFalse();
    }

    @Test
    void denialOfAllButSomeOutweighs() {
        String document = policy(
                statement("Allow", "\"Principal\": \"*\""), statement("Deny", "\"NotPrincipal\": {\"AWS\": \"ann\"}"));

        assertThat(get(document, "ann")).isEqualTo(Verdict.ALLOWED);
        assertThat(get(document, "eve")).isEqualTo(Verdict.DENIED);
    }

    @Test
    void conditionOfALaterLanguageIsKeptClosed() {
        String later = "\"Principal\": \"*\", \"Condition\": {\"StringEquals\": {\"s3:Unheard\": \"x\"}}";
        AccessRequest request = new AccessRequest("s3:GetObject", "arn:aws:s3:::b/k", new Facts(Map.of()));

        assertThat(SharedAccess.read(policy(statement("Allow", later))).evaluate(any -> true, request))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(SharedAccess.read(policy(statement("Deny", later))).evaluate(any -> true, request))
                .isEqualTo(Verdict.DENIED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"NotPrincipal\": {\"AWS\": \"ann\"}",
                "\"Principal\": {\"Federated\": \"ann\"}",
                "\"Sid\": \"nobody\"",
                "\"Principal\": \"*\", \"Condition\": {\"StringEquals\": {\"s3:Unheard\": \"x\"}}",
                "\"Principal\": \"*\", \"Condition\": {\"StringEquals\": {\"aws:username\": \"x\"}}"
            })
    void whatCannotBeEvaluatedIsNotTaken(String principal) {
        assertThatThrownBy(() -> SharedAccess.readNew(policy(statement("Allow", principal))))
                .isInstanceOf(MalformedPolicyException.class);
    }
}
