package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.io.JsonStringEncoder;

final class BucketPolicyTest {

    private static final String TWO_STATEMENTS = """
            { "Version": "2012-10-17",
              "Statement": [
                {"Sid": "a", "Principal": {"AWS": ["ann", "b\\u006fb"]}, "Effect": "Allow",
                 "Action": "s3:GetObject", "Resource": "arn:aws:s3:::docs/ann"},
                {"Effect": "Deny", "NotPrincipal" : { "AWS" : "ann" } , "Action": "s3:*", "Resource": "*",
                 "Condition": {"StringEquals": {"s3:prefix": "ann"}}}]}""";

    @Test
    void principalsAreRenamedAndNothingElse() {
        BucketPolicy policy = BucketPolicy.readNew(TWO_STATEMENTS);

        String renamed = policy.renamed(name -> name.toUpperCase(Locale.ROOT));

        assertThat(renamed)
                .isEqualTo(TWO_STATEMENTS
                        .replace("\"ann\", \"b\\u006fb\"", "\"ANN\", \"BOB\"")
                        .replace("{ \"AWS\" : \"ann\" }", "{ \"AWS\" : \"ANN\" }"));
        assertThat(BucketPolicy.read(renamed).renamed(name -> name.toLowerCase(Locale.ROOT)))
                .isEqualTo(TWO_STATEMENTS.replace("\\u006f", "o"));
    }

    @Test
    void documentWithoutOtherNamesStaysByteForByte() {
        assertThat(BucketPolicy.readNew(TWO_STATEMENTS).renamed(name -> name)).isEqualTo(TWO_STATEMENTS);
    }

    @Test
    void onlyWhoIsAllowedSomethingIsGranted() {
        assertThat(BucketPolicy.readNew(TWO_STATEMENTS).granted()).containsExactlyInAnyOrder("ann", "bob");
        assertThat(BucketPolicy.readNew(statement("\"Principal\": \"*\"", "Allow", ""))
                        .granted())
                .containsExactly("*");
        assertThat(BucketPolicy.readNew(statement("\"Principal\": {\"AWS\": \"eve\"}", "Deny", ""))
                        .granted())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Principal\": \"ann\"",
                "\"Principal\": {\"Federated\": \"x\"}",
                "\"Principal\": {\"Service\": \"x\"}",
                "\"Principal\": {\"CanonicalUser\": \"x\"}",
                "\"NotPrincipal\": {\"AWS\": \"ann\"}"
            })
    void principalThatCannotBeToldIsRefusedWhenNew(String principal) {
        String document = statement(principal, "Allow", "");

        assertThatThrownBy(() -> BucketPolicy.readNew(document)).isInstanceOf(MalformedPolicyException.class);
        assertThat(BucketPolicy.read(document)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"Principal\": {}",
                "\"Principal\": {\"AWS\": []}",
                "\"Principal\": {\"AWS\": 7}",
                "\"Principal\": [\"*\"]",
                "\"Principal\": {\"AWS\": {\"AWS\": \"*\"}}",
                "\"Principal\": \"*\", \"Principal\": \"*\"",
                "\"Principal\": {\"AWS\": \"a\", \"AWS\": \"b\"}",
                "\"Principal\": \"*\", \"NotPrincipal\": \"*\"",
                "\"principal\": \"*\"",
                "\"Princip\\u0061l\": \"*\", \"Principal\": \"*\""
            })
    void statementWithoutOnePrincipalIsNone(String principal) {
        assertThatThrownBy(() -> BucketPolicy.readNew(statement(principal, "Allow", "")))
                .isInstanceOf(MalformedPolicyException.class);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"Statement\":[]}|{\"Statement\":[]}",
                "{\"Statement\":[{\"Principal\":\"*\",\"Later\":{\"Principal\":\"a\"}}]}"
                        + "|{\"Statement\":[{\"Principal\":\"<*>\",\"Later\":{\"Principal\":\"a\"}}]}",
                "{\"Statement\":{\"NotPrincipal\":{\"AWS\":[\"a\",7],\"Service\":\"b\"},\"Action\":\"a\"}}"
                        + "|{\"Statement\":{\"NotPrincipal\":{\"AWS\":[\"<a>\","
                        + "7],\"Service\":\"<b>\"},\"Action\":\"a\"}}",
                "{\"Version\":\"2031-01-01\",\"Statement\":[{\"Princip\\u0061l\":\"a\"}]}"
                        + "|{\"Version\":\"2031-01-01\",\"Statement\":[{\"Princip\\u0061l\":\"<a>\"}]}"
            })
    void whateverPlatformKeepsItsPrincipalsAreFound(String document, String renamed) {
        assertThat(BucketPolicy.read(document).renamed(name -> '<' + name + '>'))
                .isEqualTo(renamed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"Statement\":[{\"Principal\":", "{\"Statement\":[{\"Principal\":{\"AWS\":[", "<Error/>"})
    void documentThatIsNotJsonIsNone(String document) {
        assertThatThrownBy(() -> BucketPolicy.read(document)).isInstanceOf(MalformedPolicyException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws:SourceIp",
                "AWS:SECURETRANSPORT",
                "aws:username",
                "aws:userid",
                "aws:Referer",
                "aws:UserAgent",
                "aws:PrincipalArn",
                "s3:x-amz-grant-read",
                "other"
            })
    void conditionThatWouldBeAboutTheGatewayIsRefused(String key) {
        String condition = ", \"Condition\": {\"StringLike\": {\"" + key + "\": \"*\"}}";

        assertThatThrownBy(() -> BucketPolicy.readNew(statement("\"Principal\": \"*\"", "Allow", condition)))
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3:prefix", "s3:ExistingObjectTag/a", "aws:CurrentTime", "s3:x-amz-acl"})
    void conditionThatIsTheSameForThePlatformIsTaken(String key) {
        String condition = ", \"Condition\": {\"StringLike\": {\"" + key + "\": \"*\"}}";

        assertThat(BucketPolicy.readNew(statement("\"Principal\": \"*\"", "Allow", condition)))
                .isNotNull();
    }

    @Test
    void variablesAndLongDocumentsAreRefused() {
        String variable = statement("\"Principal\": \"*\"", "Deny", "").replace("docs", "docs/${aws:username}");
        String escaped = variable.replace("${", "\\u0024{");
        String longOne = statement("\"Principal\": \"*\"", "Deny", " ".repeat(Policy.MAX_LENGTH));

        assertThatThrownBy(() -> BucketPolicy.readNew(variable)).isInstanceOf(MalformedPolicyException.class);
        assertThatThrownBy(() -> BucketPolicy.readNew(escaped)).isInstanceOf(MalformedPolicyException.class);
        assertThatThrownBy(() -> BucketPolicy.readNew(longOne)).isInstanceOf(MalformedPolicyException.class);
    }

    @Property(tries = 300)
    void whatSurroundsAPrincipalNeverMovesIt(@ForAll String text) {
        String name = new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
        String document = statement("\"Principal\": {\"AWS\": [\"ann\", \"" + name + "\", \"ann\"]}", "Allow", "")
                .replace("\"docs\"", "\"" + name + "\"");

        assertThat(BucketPolicy.read(document).renamed(it -> it.equals("ann") && !text.equals("ann") ? "ANN" : it))
                .isEqualTo(text.equals("ann") ? document : document.replace("\"ann\"", "\"ANN\""));
    }

    private static String statement(String principal, String effect, String more) {
        String comma = principal.isEmpty() ? "" : ", ";
        return "{\"Statement\": {" + principal + comma + "\"Effect\": \"" + effect
                + "\", \"Action\": \"s3:GetObject\", \"Sid\": \"docs\", \"Resource\": \"arn:aws:s3:::docs\"" + more
                + "}}";
    }
}
