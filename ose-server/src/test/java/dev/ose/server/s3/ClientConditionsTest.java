package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.testkit.SignedForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of Alice's bucket with conditions on clients, which the platform does not see. */
@Timeout(60)
class ClientConditionsTest extends TenantAclFixture {

    private static final String HERE = "{\"IpAddress\": {\"aws:SourceIp\": \"127.0.0.0/8\"}}";
    private static final Pattern TOKEN = Pattern.compile("[*:]([0-9a-f]{32})\\*\"}");

    @Override
    Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.copyOf(BOTH);
        all.add(Capability.REFERER_CONDITIONS);
        return all;
    }

    private static String statement(String effect, String condition) {
        return "{\"Effect\": \"" + effect + "\", \"Principal\": \"*\", \"Action\": \"s3:*\", \"Resource\":"
                + " \"arn:aws:s3:::photos/*\", \"Condition\": " + condition + '}';
    }

    private static String policyOf(String... statements) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": [" + String.join(",\n ", statements) + "]}";
    }

    private void put(String document) throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", document)
                        .status())
                .isEqualTo(204);
    }

    /** The Referer of the platform's last request. */
    private String referer() {
        return edge.platform.requests().getLast().header("referer");
    }

    private String tokenThere() {
        Matcher matcher = TOKEN.matcher(String.valueOf(policy));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @Test
    void platformAsksForATokenThatTheNodeSendsForClientsThatTheConditionMeans() throws IOException {
        String written = policyOf(statement("Allow", HERE));
        put(written);

        assertThat(policy)
                .contains("\"Condition\": {\"StringLike\":{\"aws:Referer\":\"*")
                .doesNotContain("SourceIp");
        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");
        assertThat(referer()).endsWith(':' + tokenThere());
        edge.call(S3TestServer.ALICE, "PUT", "/photos/k", "x");
        assertThat(referer()).endsWith(':' + tokenThere());
        assertThat(edge.call(S3TestServer.ALICE, "GET", "/photos?policy", "").body())
                .isEqualTo(written);
    }

    @Test
    void clientsOfOtherAddressesAreNotVouchedFor() throws IOException {
        put(policyOf(statement("Allow", HERE.replace("127.0.0.0/8", "10.0.0.0/8"))));

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        assertThat(referer()).isEmpty();
    }

    /** The platform denies without the token. */
    @Test
    void whatADenialMeansIsNotVouchedFor() throws IOException {
        put(policyOf(statement("Deny", HERE)));
        assertThat(policy).contains("{\"StringNotLikeIfExists\":{\"aws:Referer\":\"*", tokenThere() + "*\"}");
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");
        assertThat(referer()).isEmpty();

        put(policyOf(statement("Deny", HERE.replace("IpAddress", "NotIpAddress"))));
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");
        assertThat(referer()).endsWith(':' + tokenThere());
    }

    @Test
    void refererOfTheClientIsJudgedHereAndNeverReachesThePlatform() throws IOException {
        put(policyOf(statement("Allow", "{\"StringLike\": {\"aws:Referer\": \"https://pages.example/*\"}}")));
        String token = tokenThere();

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "", new HeaderField("referer", "https://pages.example/a"));
        assertThat(referer()).endsWith(':' + token);
        edge.call(S3TestServer.EVE, "GET", "/photos/k", "", new HeaderField("referer", token));
        assertThat(referer()).isEmpty();
    }

    @Test
    void bucketsWithoutSuchAPolicySendNothing() throws IOException {
        put(policyOf(statement("Allow", "{\"StringEquals\": {\"s3:prefix\": \"a\"}}")));

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "", new HeaderField("referer", "https://pages.example/a"));

        assertThat(referer()).isEmpty();
        assertThat(edge.buckets.calls).doesNotContain("conditions");
    }

    @Test
    void copyIsVouchedForByBothBuckets() throws IOException {
        put(policyOf(statement("Allow", HERE)));

        edge.call(S3TestServer.EVE, "PUT", "/loot/copy", "", new HeaderField("x-amz-copy-source", "photos/k"));

        assertThat(edge.platform.requests())
                .filteredOn(request -> request.line().startsWith("PUT /loot/copy")
                        || request.line().startsWith("HEAD "))
                .isNotEmpty()
                .allMatch(request -> request.header("referer").endsWith(':' + tokenThere()));
    }

    @Test
    void formIsVouchedForByThePageThatSentItAndNotByItsFields() throws IOException {
        put(policyOf(statement("Deny", "{\"StringNotLike\": {\"aws:Referer\": \"https://pages.example/*\"}}")));

        assertThat(post("https://pages.example/a", "").status()).isEqualTo(204);
        assertThat(edge.platform.requests().getLast().line()).startsWith("PUT /photos/k ");
        assertThat(referer()).endsWith(':' + tokenThere());
        post("https://elsewhere.example/", "https://pages.example/a");
        assertThat(edge.platform.requests().getLast().line()).startsWith("PUT /photos/k ");
        assertThat(referer()).isEmpty();
    }

    /** Posts a form of a page with this address and another one in a field. */
    private WireClient.Answer post(String page, String claimed) throws IOException {
        byte[] secret = S3TestServer.secretOf(S3TestServer.ALICE).getBytes(StandardCharsets.US_ASCII);
        byte[] form = new SignedForm()
                .field("key", "k")
                .condition("{\"bucket\": \"photos\"}")
                .unconditionalField("x-ignore-referer", claimed)
                .sign(S3TestServer.ALICE, secret, Instant.now().plusSeconds(60))
                .file("k", "x".getBytes(StandardCharsets.US_ASCII));
        String head = "POST /photos HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port() + "\r\nReferer: " + page
                + "\r\nContent-Type: " + SignedForm.CONTENT_TYPE + "\r\nContent-Length: " + form.length + "\r\n\r\n";
        try (WireClient client = edge.connect()) {
            return client.send(head).send(form).answer();
        }
    }

    /** The node's own requests have no client. */
    @Test
    void ownQuestionsAreNotDeniedForWhatClientsAre() throws IOException {
        put(policyOf(statement("Deny", HERE), statement("Allow", HERE)));

        edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policyOf(statement("Deny", HERE)));

        ScriptedPlatform.Request read = edge.platform.requests().reversed().stream()
                .filter(request -> request.line().startsWith("GET /photos?policy"))
                .findFirst()
                .orElseThrow();
        assertThat(read.header("referer")).endsWith(':' + tokenThere());
    }

    /** Nodes send the tokens of both policies as long as the platform may have either. */
    @Test
    void unknownOutcomeLeavesTheAnswersForBothPolicies() throws IOException {
        put(policyOf(statement("Allow", HERE)));
        String former = tokenThere();
        trouble.put("PUT policy", "500 Internal Server Error");
        edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policyOf(statement("Allow", HERE.replace("/8", "/9"))));
        trouble.clear();

        edge.call(S3TestServer.EVE, "GET", "/photos/k", "");

        assertThat(referer().split(":", -1)).hasSize(3).contains(former);
    }

    @Test
    void conditionThatStaysKeepsItsTokenAndOneThatGoesIsForgotten() throws IOException {
        put(policyOf(statement("Allow", HERE)));
        String token = tokenThere();
        put(policyOf(statement("Allow", HERE), statement("Deny", HERE)));
        assertThat(tokenThere()).isEqualTo(token);

        edge.call(S3TestServer.ALICE, "DELETE", "/photos?policy", "");
        edge.call(S3TestServer.ALICE, "GET", "/photos/k", "");
        assertThat(referer()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"IpAddress\": {\"aws:SourceIp\": \"10.0.0.0/33\"}}",
                "{\"Addresses\": {\"aws:SourceIp\": \"10.0.0.0/8\"}}",
                "{\"StringLike\": {\"aws:Referer\": \"${aws:username}\"}}",
                "{\"StringLike\": {\"aws:Referer\": \"\\u0024\\u007baws:username}\"}}",
                "{\"StringLike\": {\"aws:username\": \"a\", \"aws:Referer\": \"b\"}}"
            })
    void conditionThatCannotBeAnsweredIsRefused(String condition) throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policyOf(statement("Allow", condition)))
                        .body())
                .contains("<Code>MalformedPolicy</Code>");
        assertThat(policy).isNull();
    }

    @Test
    void policyThatIsTooLongWithWhatIsKeptOfItIsRefused() throws IOException {
        String many = "{\"StringLike\": {\"aws:Referer\": \"" + "a".repeat(10_000) + "\"}}";

        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?policy", policyOf(statement("Allow", many)))
                        .status())
                .isEqualTo(204);
        assertThat(edge.call(
                                S3TestServer.ALICE,
                                "PUT",
                                "/photos?policy",
                                policyOf(statement("Allow", many.replace("aaaa", "aaaaaaa"))))
                        .body())
                .contains("<Code>MalformedPolicy</Code>", "too long");
    }
}
