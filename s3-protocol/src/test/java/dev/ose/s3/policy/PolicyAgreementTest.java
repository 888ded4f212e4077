package dev.ose.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.policy.PolicyModel.Rule;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The evaluator against its model on random requests, the same ones in each run: 40,000, or the number in the system
 * property {@code ose.policy.requests}.
 */
final class PolicyAgreementTest {

    private static final int REQUESTS = Integer.getInteger("ose.policy.requests", 40_000);
    private static final int REQUESTS_EACH = 20;
    private static final int POLICIES = REQUESTS / REQUESTS_EACH;
    private static final long SEED = 20261121;

    private static final List<String> ACTIONS =
            List.of("s3:GetObject", "s3:PutObject", "s3:DeleteObject", "iam:GetUser");
    private static final List<String> ACTION_PATTERNS =
            List.of("s3:GetObject", "s3:getobject", "s3:*", "s3:*Object", "s3:?etObject", "*", "iam:*", "S3:P*");
    private static final List<String> RESOURCES = List.of(
            "arn:aws:s3:::a", "arn:aws:s3:::a/ann/x", "arn:aws:s3:::a/*/x", "arn:aws:s3:::b/A", "arn:aws:s3:::b/");
    private static final List<String> RESOURCE_PATTERNS = List.of(
            "*",
            "arn:aws:s3:::a*",
            "arn:aws:s3:::?/*",
            "arn:aws:s3:::a/${aws:username}/*",
            "arn:aws:s3:::a/${*}/x",
            "arn:aws:s3:::b/A",
            "arn:aws:s3:::a/${aws:nonsense}/x",
            "arn:*x");
    private static final List<String> QUANTIFIERS = List.of("", "", "", "ForAnyValue:", "ForAllValues:");
    private static final List<String> TEXTS = List.of("", "a", "A", "ab", "a*", "ann", "?");
    private static final List<String> TEXT_PATTERNS =
            List.of("", "a", "A*", "a*", "?b", "${aws:username}", "*n*", "${?}");
    private static final List<String> NUMBERS = List.of("-1", "0", "1", "2.5", "10", "1000");
    private static final List<String> SOME_NUMBERS = List.of("0", "1", "2.5", "ten", "1000", "");
    private static final List<String> ADDRESSES = List.of("10.0.0.1", "10.128.0.1", "192.168.1.1", "0.0.0.0");
    private static final List<String> RANGES =
            List.of("10.0.0.0/8", "10.0.0.0/9", "10.0.0.1", "0.0.0.0/0", "192.168.1.0/24");

    private final Random random = new Random(SEED);

    @Test
    void evaluatorAgreesWithItsModel() {
        Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        Map<String, Pattern> expressions = new HashMap<>();
        for (int i = 0; i < POLICIES; i++) {
            List<Rule> rules = several(1, 4, this::rule);
            String document = document(rules);
            Policy policy = Policy.read(document);
            for (int j = 0; j < REQUESTS_EACH; j++) {
                Map<String, List<String>> facts = facts();
                String action = one(ACTIONS);
                String resource = one(RESOURCES);

                Verdict verdict =
                        Policy.evaluate(List.of(policy), new AccessRequest(action, resource, new Facts(facts)));

                if (verdict != new PolicyModel(facts, expressions).verdict(rules, action, resource)) {
                    assertThat(verdict)
                            .as("%s on %s with %s under %s", action, resource, facts, document)
                            .isEqualTo(new PolicyModel(facts, expressions).verdict(rules, action, resource));
                }
                seen.merge(verdict, 1, Integer::sum);
            }
        }

        // A test that hardly ever saw one of them would prove little about it.
        assertThat(seen.values()).hasSize(3).allMatch(count -> count > REQUESTS / 20);
    }

    private Rule rule() {
        return new Rule(
                random.nextInt(3) > 0,
                random.nextInt(5) == 0,
                several(1, 2, () -> one(ACTION_PATTERNS)),
                random.nextInt(5) == 0,
                several(1, 2, () -> one(RESOURCE_PATTERNS)),
                conditions());
    }

    /** No two with the same operator and key, which JSON does not permit. */
    private List<PolicyModel.Test> conditions() {
        Map<String, PolicyModel.Test> distinct = new LinkedHashMap<>();
        several(0, 2, this::condition).forEach(it -> distinct.put(operator(it) + it.key(), it));
        return List.copyOf(distinct.values());
    }

    private PolicyModel.Test condition() {
        return switch (random.nextInt(6)) {
            case 0 ->
                test(
                        List.of("StringEquals", "StringNotEquals", "StringLike", "StringNotLike"),
                        TEXT_PATTERNS,
                        "s3:prefix",
                        "s3:RequestObjectTagKeys");
            case 1 ->
                test(
                        List.of("StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase"),
                        TEXT_PATTERNS,
                        "s3:prefix",
                        "s3:delimiter");
            case 2 ->
                test(
                        List.of(
                                "NumericEquals",
                                "NumericNotEquals",
                                "NumericLessThan",
                                "NumericGreaterThanEquals",
                                "DateLessThanEquals",
                                "DateGreaterThan"),
                        NUMBERS,
                        "s3:max-keys");
            case 3 -> test(List.of("IpAddress", "NotIpAddress"), RANGES, "aws:SourceIp");
            case 4 -> test(List.of("Bool"), List.of("true", "false"), "aws:SecureTransport", "s3:unheard-of");
            default ->
                new PolicyModel.Test(
                        "",
                        "Null",
                        false,
                        one(List.of("s3:prefix", "s3:max-keys")),
                        several(1, 2, () -> one(List.of("true", "false"))));
        };
    }

    private PolicyModel.Test test(List<String> operators, List<String> values, String... keys) {
        return new PolicyModel.Test(
                one(QUANTIFIERS),
                one(operators),
                random.nextInt(4) == 0,
                one(List.of(keys)),
                several(1, 2, () -> one(values)));
    }

    /** Every known key is in the table, without values if the request has none. */
    private Map<String, List<String>> facts() {
        Map<String, List<String>> facts = new HashMap<>();
        facts.put("aws:username", random.nextBoolean() ? List.of("ann") : several(0, 2, () -> one(TEXTS)));
        facts.put("s3:prefix", several(0, 1, () -> one(TEXTS)));
        facts.put("s3:delimiter", several(0, 1, () -> one(TEXTS)));
        facts.put("s3:RequestObjectTagKeys", several(0, 3, () -> one(TEXTS)));
        facts.put("s3:max-keys", several(0, 1, () -> one(SOME_NUMBERS)));
        facts.put("aws:SourceIp", several(0, 1, () -> one(ADDRESSES)));
        facts.put("aws:SecureTransport", several(0, 1, () -> one(List.of("true", "false"))));
        return facts;
    }

    private static String document(List<Rule> rules) {
        return rules.stream()
                .map(rule -> Stream.of(
                                "\"Effect\":" + quoted(rule.allows() ? "Allow" : "Deny"),
                                quoted(rule.notAction() ? "NotAction" : "Action") + ':' + array(rule.actions()),
                                quoted(rule.notResource() ? "NotResource" : "Resource") + ':' + array(rule.resources()),
                                "\"Condition\":" + conditions(rule.tests()))
                        .collect(Collectors.joining(",", "{", "}")))
                .collect(Collectors.joining(",", "{\"Version\":\"2012-10-17\",\"Statement\":[", "]}"));
    }

    /** One object for each operator, as names must not repeat in JSON. */
    private static String conditions(List<PolicyModel.Test> tests) {
        Map<String, String> byOperator = new HashMap<>();
        for (PolicyModel.Test test : tests) {
            byOperator.merge(
                    operator(test), quoted(test.key()) + ':' + array(test.values()), (one, other) -> one + ',' + other);
        }
        return byOperator.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ":{" + entry.getValue() + '}')
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String operator(PolicyModel.Test test) {
        return test.quantifier() + test.operator() + (test.ifExists() ? "IfExists" : "");
    }

    private static String array(List<String> texts) {
        return texts.stream().map(PolicyAgreementTest::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private <T> List<T> several(int least, int most, Supplier<T> each) {
        return Stream.generate(each)
                .limit(least + random.nextInt(most - least + 1))
                .toList();
    }
}
