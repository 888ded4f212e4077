package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyTest {

    private static final Facts NOTHING = new Facts(Map.of());

    @ParameterizedTest
    @CsvSource({
        "s3:GetObject, arn:aws:s3:::docs/a, true",
        "S3:getobject, arn:aws:s3:::docs/a, true",
        "s3:GetObjectAcl, arn:aws:s3:::docs/a, false",
        "s3:GetObject, arn:aws:s3:::docs, false",
        "s3:GetObject, arn:aws:s3:::DOCS/a, false",
        "s3:GetObject, arn:aws:s3:::docs/a/b/c, true",
        "s3:GetObject, arn:aws:s3:::docs-of-others/a, false",
    })
    void actionsIgnoreCaseAndResourcesDoNot(String action, String resource, boolean allowed) {
        Policy policy = policy("Allow", "s3:GetObject", "arn:aws:s3:::docs/*", "");

        assertThat(verdict(action, resource, NOTHING, policy) == Verdict.ALLOWED)
                .isEqualTo(allowed);
    }

    @Test
    void oneDenyOutweighsEveryAllow() {
        Policy everything = policy("Allow", "*", "*", "");
        Policy notThis = policy("Deny", "s3:Delete*", "arn:aws:s3:::docs/*", "");

        assertThat(verdict("s3:DeleteObject", "arn:aws:s3:::docs/a", NOTHING, notThis, everything))
                .isEqualTo(Verdict.DENIED);
        assertThat(verdict("s3:DeleteObject", "arn:aws:s3:::else/a", NOTHING, notThis, everything))
                .isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void whatNoStatementIsAboutIsNotAllowed() {
        assertThat(verdict("s3:PutObject", "arn:aws:s3:::docs/a", NOTHING, policy("Allow", "s3:GetObject", "*", "")))
                .isEqualTo(Verdict.NOT_MENTIONED);
    }

    @Test
    void notActionAndNotResourceAreAboutEverythingElse() {
        Policy policy = Policy.readNew("""
                {"Version": "2012-10-17", "Statement": {
                  "Effect": "Allow", "NotAction": "s3:Delete*", "NotResource": "arn:aws:s3:::secret/*"}}""");

        assertThat(verdict("s3:PutObject", "arn:aws:s3:::docs/a", NOTHING, policy))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(verdict("s3:DeleteObject", "arn:aws:s3:::docs/a", NOTHING, policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:PutObject", "arn:aws:s3:::secret/a", NOTHING, policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "StringEquals       | s3:prefix          | home/       | home/        | true",
                "StringEquals       | s3:prefix          | home/       | Home/        | false",
                "StringEquals       | s3:prefix          | home/*      | home/a       | false",
                "StringEqualsIgnoreCase | s3:prefix      | home/       | Home/        | true",
                "StringLike         | s3:prefix          | home/*      | home/a       | true",
                "StringLike         | s3:prefix          | h?me/*a     | home/bca     | true",
                "StringNotLike      | s3:prefix          | home/*      | home/a       | false",
                "StringNotEquals    | s3:prefix          | home/       |              | true",
                "StringEquals       | s3:prefix          | home/       |              | false",
                "StringEqualsIfExists | s3:prefix        | home/       |              | true",
                "ForAllValues:StringEquals | s3:prefix   | home/       |              | true",
                "ForAnyValue:StringNotEquals | s3:prefix | home/       |              | false",
                "Null               | s3:prefix          | true        |              | true",
                "Null               | s3:prefix          | false       |              | false",
                "Null               | s3:prefix          | false       | x            | true",
                "NumericLessThanEquals | s3:max-keys     | 10          | 10           | true",
                "NumericLessThanEquals | s3:max-keys     | 10          | 11           | false",
                "NumericLessThanEquals | s3:max-keys     | 10          | many         | false",
                "NumericNotEquals   | s3:max-keys        | 10          | 1e1          | false",
                "DateLessThan       | aws:CurrentTime    | 2026-11-21T00:00:00Z | 2026-11-20T23:59:59Z | true",
                "DateLessThan       | aws:CurrentTime    | 2026-11-21  | 2026-11-21T00:00:00Z | false",
                "DateGreaterThan    | aws:EpochTime      | 1700000000  | 1700000001   | true",
                "Bool               | aws:SecureTransport | true       | true         | true",
                "Bool               | aws:SecureTransport | true       | false        | false",
                "IpAddress          | aws:SourceIp       | 10.0.0.0/8  | 10.200.0.1   | true",
                "IpAddress          | aws:SourceIp       | 10.0.0.0/9  | 10.200.0.1   | false",
                "IpAddress          | aws:SourceIp       | 10.0.0.1    | 10.0.0.1     | true",
                "IpAddress          | aws:SourceIp       | 2001:db8::/33 | 2001:db8:7fff::1 | true",
                "IpAddress          | aws:SourceIp       | 2001:db8::/33 | 2001:db8:8000::1 | false",
                "NotIpAddress       | aws:SourceIp       | 10.0.0.0/8  | 2001:db8::1  | true",
                "IpAddress          | aws:SourceIp       | 10.0.0.0/8  | ::ffff:10.1.2.3 | true",
                "IpAddress          | aws:SourceIp       | 10.0.0.0/8  | elsewhere    | false",
            })
    void conditionsCompareAsTheirOperatorSays(
            String operator, String key, String expected, String actual, boolean allowed) {
        Policy policy = policy(
                "Allow",
                "*",
                "*",
                ",\"Condition\": {\"%s\": {\"%s\": \"%s\"}}".formatted(operator.strip(), key.strip(), expected));
        Facts facts = actual == null ? NOTHING : Facts.of(key.strip(), actual);

        assertThat(verdict("s3:ListBucket", "arn:aws:s3:::docs", facts, policy) == Verdict.ALLOWED)
                .isEqualTo(allowed);
    }

    @Test
    void severalValuesCountAsTheQuantifierSays() {
        Policy all = condition("ForAllValues:StringEquals", "s3:RequestObjectTagKeys", "[\"a\", \"b\"]");
        Policy any = condition("ForAnyValue:StringEquals", "s3:RequestObjectTagKeys", "[\"a\", \"b\"]");
        Facts some = Facts.of("s3:RequestObjectTagKeys", "a", "c");

        assertThat(verdict("s3:PutObject", "arn:aws:s3:::docs/a", some, all)).isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:PutObject", "arn:aws:s3:::docs/a", some, any)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void variablesStandForTheirValueLetterByLetter() {
        Policy policy = policy("Allow", "*", "arn:aws:s3:::home/${aws:username}/*", "");

        assertThat(verdict("s3:GetObject", "arn:aws:s3:::home/ann/a", Facts.of("aws:username", "ann"), policy))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(verdict("s3:GetObject", "arn:aws:s3:::home/bob/a", Facts.of("aws:username", "*"), policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:GetObject", "arn:aws:s3:::home//a", NOTHING, policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
    }

    @Test
    void withoutItsVersionAPolicyHasNoVariables() {
        Policy policy = Policy.readNew("""
                {"Statement": {"Effect": "Allow", "Action": "*", "Resource": "arn:aws:s3:::home/${aws:username}/*"}}
                """);

        assertThat(verdict("s3:GetObject", "arn:aws:s3:::home/ann/a", Facts.of("aws:username", "ann"), policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:GetObject", "arn:aws:s3:::home/${aws:username}/a", NOTHING, policy))
                .isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "StringSortOf    | s3:prefix",
                "ForSomeValues:StringEquals | s3:prefix",
                "NullIfExists    | s3:prefix",
                "StringEquals    | s3:ExistingObjectTag/colour",
                "NumericEquals   | s3:max-keys",
                "IpAddress       | aws:SourceIp",
            })
    void whatIsNotKnownNeverWidensAccessAndIsRefusedToItsAuthor(String operator, String key) {
        String conditions = ",\"Condition\": {\"%s\": {\"%s\": \"?\"}}".formatted(operator.strip(), key.strip());
        String statement = "{\"Version\": \"2012-10-17\", \"Statement\":"
                + " {\"Effect\": \"%s\", \"Action\": \"*\", \"Resource\": \"*\" %s}}";
        Policy allow = Policy.read(statement.formatted("Allow", conditions));
        Policy deny = Policy.read(statement.formatted("Deny", conditions));

        assertThat(verdict("s3:GetObject", "arn:aws:s3:::docs/a", NOTHING, allow))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:GetObject", "arn:aws:s3:::docs/a", NOTHING, deny))
                .isEqualTo(Verdict.DENIED);
        assertThatThrownBy(() -> Policy.readNew(statement.formatted("Allow", conditions)))
                .isInstanceOf(MalformedPolicyException.class)
                .hasMessageContaining(key.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"Statement\": []}",
                "{\"Statement\": [{}]}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"allow\", \"Action\": \"*\", \"Resource\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": [], \"Resource\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"read\", \"Resource\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"docs/*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"NotAction\": \"s3:*\", \"Resource\":"
                        + " \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\","
                        + " \"Principal\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", \"Also\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Effect\": \"Deny\", \"Action\": \"*\","
                        + " \"Resource\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": {\"a\": 1}, \"Resource\": \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", \"Condition\": []}}",
                "{\"Version\": \"2020-01-01\", \"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\":"
                        + " \"*\"}}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}} {}",
                "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"",
            })
    void whatIsNoPolicyIsRefused(String document) {
        assertThatThrownBy(() -> Policy.read(document)).isInstanceOf(MalformedPolicyException.class);
    }

    @Test
    void twoStatementsOfOneNameAreRefusedOnceThePolicyIsNew() {
        String statement = "{\"Sid\": \"one\", \"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}";
        String document = "{\"Statement\": [" + statement + ", " + statement + "]}";

        assertThatThrownBy(() -> Policy.readNew(document))
                .isInstanceOf(MalformedPolicyException.class)
                .hasMessageContaining("SID");
        assertThat(Policy.read(document)).isNotNull();
        Policy.readNew(document.replaceFirst("one", "two"));
        Policy.readNew(document.replace("one", ""));
    }

    @Test
    void aDocumentThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> policy("Allow", "*", "*", " ".repeat(Policy.MAX_LENGTH)))
                .isInstanceOf(MalformedPolicyException.class);
    }

    @Test
    void thousandsOfWildCardsAndVariablesAreMatched() {
        String wild = "arn:" + "*a".repeat(8_000);
        Policy policy = policy("Allow", "*", wild, "");
        Policy escaped = policy("Allow", "*", "arn:" + "${*}".repeat(4_500), "");

        assertThat(verdict("s3:GetObject", "arn:" + "a".repeat(7_999), NOTHING, policy))
                .isEqualTo(Verdict.NOT_MENTIONED);
        assertThat(verdict("s3:GetObject", "arn:" + "a".repeat(8_000), NOTHING, policy))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(verdict("s3:GetObject", "arn:" + "*".repeat(4_500), NOTHING, escaped))
                .isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void whatARequestCannotAffordToCompareIsNotAllowed() {
        Policy everything = policy("Allow", "*", "*", "");
        Policy nothingMuch = policy("Deny", "*", "arn:" + "*aaaaaaab".repeat(20), "");
        AccessRequest dear = new AccessRequest("s3:GetObject", "arn:" + "a".repeat(1000), new Poor());

        assertThat(Policy.evaluate(List.of(everything), dear)).isEqualTo(Verdict.ALLOWED);
        assertThat(Policy.evaluate(List.of(everything, nothingMuch), dear)).isEqualTo(Verdict.DENIED);
    }

    /** A request without facts and with a budget of five thousand steps. */
    private static final class Poor implements RequestContext {

        private long steps;

        @Override
        public List<String> values(ContextKey key) {
            return List.of();
        }

        @Override
        public boolean affords(long more) {
            steps += more;
            return steps <= 5_000;
        }
    }

    private static Policy condition(String operator, String key, String values) {
        return policy("Allow", "*", "*", ",\"Condition\": {\"%s\": {\"%s\": %s}}".formatted(operator, key, values));
    }

    private static Policy policy(String effect, String action, String resource, String more) {
        return Policy.readNew("""
                {"Version": "2012-10-17", "Statement": [
                  {"Effect": "%s", "Action": "%s", "Resource": "%s" %s}]}""".formatted(effect, action, resource, more));
    }

    private static Verdict verdict(String action, String resource, Facts facts, Policy... policies) {
        return Policy.evaluate(List.of(policies), new AccessRequest(action, resource, facts));
    }
}
