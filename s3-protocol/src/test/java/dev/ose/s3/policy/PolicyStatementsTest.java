package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyStatementsTest {

    private static final String ONE = "{\"Sid\": \"one\", \"Condition\": {\"a\": {\"Sid\": \"deeper\"}}}";
    private static final String TWO = "{\"Action\": [\"x\", \"{}]\\\"\"]}";
    private static final String THREE = "{ \"Effect\" : \"Allow\", \"Sid\":\"t\\u0068ree\" }";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Statement\":[" + ONE + "]}",
                "{\"Version\": \"2012-10-17\",\n \"Statement\": [\n  " + ONE + " ,\n  " + TWO + "\n ] , \"Id\": \"x\"}",
            })
    void whatIsPutInComesOutAgainAndLeavesEveryLetterBehind(String document) {
        String more = PolicyStatements.read(document).with(List.of(TWO, THREE));

        List<String> texts = PolicyStatements.read(more).texts();
        assertThat(texts).endsWith(TWO, THREE).startsWith(ONE);
        String less = PolicyStatements.read(document).with(List.of(THREE));
        assertThat(PolicyStatements.read(less).without(THREE::equals)).contains(document);
    }

    @Test
    void singleStatementBecomesOneOfAList() {
        String more = PolicyStatements.read("{\"Statement\": " + ONE + ", \"Id\": \"x\"}")
                .with(List.of(TWO));

        assertThat(more).isEqualTo("{\"Statement\": [" + ONE + "," + TWO + "], \"Id\": \"x\"}");
    }

    @Test
    void anyStatementCanGo() {
        PolicyStatements all = PolicyStatements.read("{\"Statement\": [" + ONE + ", " + TWO + ", " + THREE + "]}");

        assertThat(all.without(ONE::equals)).contains("{\"Statement\": [" + TWO + ", " + THREE + "]}");
        assertThat(all.without(TWO::equals)).contains("{\"Statement\": [" + ONE + ", " + THREE + "]}");
        assertThat(all.without(THREE::equals)).contains("{\"Statement\": [" + ONE + ", " + TWO + "]}");
        assertThat(all.without(it -> !it.equals(TWO))).contains("{\"Statement\": [" + TWO + "]}");
        assertThat(all.without(it -> true)).isEmpty();
        assertThat(all.without(it -> false)).contains("{\"Statement\": [" + ONE + ", " + TWO + ", " + THREE + "]}");
    }

    @Test
    void namesAreThoseOfStatements() {
        assertThat(PolicyStatements.read("{\"Sid\": \"no\", \"Statement\": [" + ONE + "," + TWO + "," + THREE + "]}")
                        .sids())
                .containsExactly("one", "three");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"Statement\": [{]}", "{\"Statement\": [], \"Statement\": []}"})
    void whatIsNoJsonObjectIsRefused(String document) {
        assertThatThrownBy(() -> PolicyStatements.read(document)).isInstanceOf(MalformedPolicyException.class);
    }

    @Test
    void policyWithoutStatementsTakesNone() {
        PolicyStatements none = PolicyStatements.read("{\"Statement\": []}");

        assertThatThrownBy(() -> none.with(List.of(ONE))).isInstanceOf(MalformedPolicyException.class);
    }

    @Test
    void plainGrantIsReadHoweverItIsWritten() {
        SimpleGrant grant = new SimpleGrant("x", Set.of("b", "a"), Set.of("s3:ListBucket"), Set.of("arn:1", "arn:2"));

        assertThat(grant.text())
                .isEqualTo("{\"Sid\":\"x\",\"Effect\":\"Allow\",\"Principal\":{\"AWS\":[\"a\",\"b\"]},"
                        + "\"Action\":[\"s3:ListBucket\"],\"Resource\":[\"arn:1\",\"arn:2\"]}");
        assertThat(SimpleGrant.read(grant.text())).contains(grant);
        assertThat(SimpleGrant.read("""
                        { "Resource": ["arn:2", "arn:1"], "Principal": {"AWS": ["b", "a"]},
                          "Action": "s3:ListBucket", "Effect": "Allow", "Sid": "x" }
                        """)).contains(grant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Effect\": \"Deny\", \"Principal\": {\"AWS\": \"a\"}",
                "\"Effect\": \"Allow\", \"Principal\": \"*\"",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": [\"a\", \"*\"]}",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"a\", \"Service\": \"b\"}",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": {\"a\": \"b\"}}",
                "\"Effect\": \"Allow\", \"NotPrincipal\": {\"AWS\": \"a\"}",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"a\"}, \"Condition\": {}",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"a\"}, \"NotAction\": \"b\"",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"a\"}, \"Sid\": 7",
                "\"Effect\": \"Allow\", \"Principal\": {\"AWS\": \"a\"}, \"Effect\": \"Allow\"",
            })
    void statementThatSaysMoreIsNoPlainGrant(String members) {
        assertThat(SimpleGrant.read("{" + members + ", \"Action\": \"s3:X\", \"Resource\": \"arn:1\"}"))
                .isEmpty();
    }

    @Test
    void whatIsNoStatementIsNoPlainGrant() {
        assertThat(SimpleGrant.read("7")).isEmpty();
        assertThat(SimpleGrant.read("{")).isEmpty();
        assertThat(SimpleGrant.read("")).isEmpty();
    }
}
