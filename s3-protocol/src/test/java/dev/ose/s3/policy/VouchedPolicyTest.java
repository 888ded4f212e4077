package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class VouchedPolicyTest {

    private static final RandomGenerator RANDOM = new SecureRandom();

    private static VouchedPolicy of(String document) {
        return VouchedPolicy.of(document, ClientConditions.NONE, RANDOM);
    }

    private static Verdict ask(String document, Map<String, List<String>> facts) {
        return SharedAccess.read(document)
                .evaluate(_ -> true, new AccessRequest("s3:ListBucket", "arn:aws:s3:::b", new Facts(facts)));
    }

    /**
     * For every policy and client, the platform decides about the node's request as it would about the client's.
     */
    @Property(tries = 2000)
    void platformSaysOfTokensWhatThePolicySaysOfTheClient(
            @ForAll("policies") String document, @ForAll("clients") Map<String, List<String>> client) {
        VouchedPolicy vouched = of(document);
        ClientConditions kept = ClientConditions.read(vouched.conditions().toText());
        Verdict meant = ask(document, client);

        assertThat(ask(vouched.document(), there(client, kept.vouch(new Facts(client)))))
                .isEqualTo(meant);
        assertThat(kept).isEqualTo(vouched.conditions());
    }

    /** Directly at the platform, or through an older node. */
    @Property(tries = 2000)
    void withoutTokensAPolicyLetsInNoMoreThanItSays(
            @ForAll("policies") String document, @ForAll("clients") Map<String, List<String>> client) {
        Verdict meant = ask(document, client);
        Verdict without = ask(of(document).document(), there(client, ""));
        Verdict guessed = ask(of(document).document(), there(client, "https://a.example/"));

        assertThat(List.of(without, guessed))
                .allMatch(verdict -> verdict != Verdict.ALLOWED || meant == Verdict.ALLOWED);
        assertThat(meant == Verdict.DENIED && without != Verdict.DENIED).isFalse();
        assertThat(meant == Verdict.DENIED && guessed != Verdict.DENIED).isFalse();
    }

    @Property(tries = 500)
    void policyComesBackLetterByLetter(@ForAll("policies") String document) {
        VouchedPolicy vouched = of(document);

        VouchedPolicy kept = VouchedPolicy.kept(vouched.document());

        assertThat(kept.clients()).isEqualTo(document);
        assertThat(kept.conditions()).isEqualTo(vouched.conditions());
        assertThat(vouched.plain() + kept.plain()).doesNotContain("aws:Referer", "SourceIp");
    }

    /** The facts at the platform: the node's address, and the client's request. */
    private static Map<String, List<String>> there(Map<String, List<String>> client, String referer) {
        Map<String, List<String>> facts = new HashMap<>();
        facts.put("s3:prefix", client.getOrDefault("s3:prefix", List.of()));
        facts.put("aws:SourceIp", List.of("192.0.2.1"));
        if (!referer.isEmpty()) {
            facts.put("aws:Referer", List.of(referer));
        }
        return facts;
    }

    @Provide
    Arbitrary<Map<String, List<String>>> clients() {
        Arbitrary<List<String>> address = Arbitraries.of("10.1.2.3", "192.0.2.1", "2001:db8::1", "::ffff:10.0.0.1")
                .map(List::of);
        Arbitrary<List<String>> referer =
                Arbitraries.of(List.of(), List.of("https://a.example/x"), List.of("https://b.example/"), List.of(""));
        Arbitrary<List<String>> prefix = Arbitraries.of(List.of(), List.of("a"), List.of("b"));
        return address.flatMap(ip -> referer.flatMap(page -> prefix.map(first -> Map.of(
                "aws:SourceIp",
                ip,
                "aws:Referer",
                page,
                "s3:prefix",
                first,
                "aws:SecureTransport",
                List.of("false")))));
    }

    @Provide
    Arbitrary<String> policies() {
        Arbitrary<String> condition = Arbitraries.of(
                        "\"IpAddress\": {\"aws:SourceIp\": [\"10.0.0.0/8\", \"2001:db8::/32\"]}",
                        "\"NotIpAddress\": {\"aws:SourceIp\": [\"10.0.0.0/8\",\"192.0.2.0/24\"]}",
                        "\"NotIpAddressIfExists\": {\"AWS:sourceip\": \"10.0.0.0/8\"}",
                        "\"StringLike\": {\"aws:Referer\": \"https://a.example/*\", \"s3:prefix\": [\"a\", \"b\"]}",
                        "\"StringNotLikeIfExists\": {\"aws:Referer\": [\"https://a.example/*\", \"\"]}",
                        "\"StringNotEqualsIfExists\": { \"s3:prefix\" : \"a\" , \"aws:referer\":\"https://b.example/\"}",
                        "\"ForAllValues:StringLike\": {\"aws:Referer\": \"*a*\"}",
                        "\"ForAnyValue:StringLike\": {\"aws:Referer\": \"*a*\"}",
                        "\"Null\": {\"aws:Referer\": \"true\"}",
                        "\"Bool\": {\"aws:SecureTransport\": false}",
                        "\"StringEquals\": {\"s3:prefix\": \"a\"}")
                .list()
                .uniqueElements(text -> text.substring(0, text.indexOf(':', 14)))
                .ofMaxSize(3)
                .map(each -> "{" + String.join(", ", each) + "}");
        Arbitrary<String> statement = Arbitraries.of("Allow", "Deny")
                .flatMap(effect -> condition.map(each -> "{\"Principal\":\"*\",\"Condition\": " + each
                        + ",\n\"Effect\":\"" + effect + "\",\"Action\":\"s3:*\",\"Resource\":\"*\"}"));
        return statement
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(each -> "{\"Version\": \"2012-10-17\",\"Statement\":[" + String.join(" , ", each) + "]}");
    }

    /** Matches as Ceph 16.2 does: a star ends at the first character that equals what follows it, for good. */
    private static boolean isLikeWithoutGoingBack(String pattern, String text) {
        int at = 0;
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) != '*') {
                if (at == text.length() || text.charAt(at++) != pattern.charAt(i)) {
                    return false;
                }
            } else if (i + 1 == pattern.length()) {
                return true;
            } else {
                at = text.indexOf(pattern.charAt(i + 1), at);
                if (at < 0) {
                    return false;
                }
            }
        }
        return at == text.length();
    }

    /** Copies bring the tokens of two buckets. */
    @Property(tries = 2000)
    void eachTokenIsFoundInAHeaderAndNoOther(
            @ForAll @Size(max = 40) Set<@IntRange(max = 60) Integer> slots, @ForAll long seed) {
        RandomGenerator random = new Random(seed);
        List<VouchToken> header = new ArrayList<>();
        List<VouchToken> missing = new ArrayList<>();
        for (int bucket = 0; bucket < 2; bucket++) {
            String sign = VouchToken.newSign(random);
            for (int slot : slots) {
                (random.nextBoolean() ? header : missing).add(VouchToken.of(sign, slot, random));
            }
        }
        String text = VouchToken.header(header);

        assertThat(header)
                .allMatch(token -> isLikeWithoutGoingBack(token.pattern(), text))
                .allMatch(token -> VouchToken.read(token.text()).equals(Optional.of(token)));
        assertThat(missing)
                .noneMatch(token -> isLikeWithoutGoingBack(token.pattern(), text) || text.contains(token.secret()));
    }

    @Test
    void policyThatAsksNothingOfClientsStaysAsItIs() {
        String document =
                "{\"Statement\":{\"Principal\":\"*\",\"Effect\":\"Allow\",\"Action\":\"s3:*\",\"Resource\":\"*\","
                        + "\"Condition\":{\"StringEquals\":{\"s3:prefix\":\"a\"}}}}";

        VouchedPolicy vouched = of(document);

        assertThat(vouched.document()).isSameAs(vouched.clients());
        assertThat(vouched.conditions().isEmpty()).isTrue();
    }

    @Test
    void moreDifferentConditionsThanAHeaderVouchesForAreRefused() {
        StringBuilder statements = new StringBuilder();
        for (int i = 0; i <= ClientConditions.MAX; i++) {
            statements
                    .append(i == 0 ? "" : ",")
                    .append("{\"Effect\":\"Allow\",\"Condition\":{\"IpAddress\":{\"aws:SourceIp\":\"10.0.0.")
                    .append(i)
                    .append("\"}}}");
        }
        assertThatThrownBy(() -> of("{\"Statement\":[" + statements + "]}"))
                .isInstanceOf(MalformedPolicyException.class)
                .hasMessageContaining("32");
    }
}
