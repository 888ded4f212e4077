package dev.ose.s3.policy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A bucket's policy for a platform that sees a gateway's address and headers instead of the client's. A statement's
 * condition on the client ({@code aws:SourceIp}, {@code aws:Referer}, {@code aws:SecureTransport}, {@code
 * aws:UserAgent}) is evaluated by the gateway; it is replaced by a condition on a token in {@code aws:Referer}, a
 * header that only the gateway sends:
 *
 * <ul>
 *   <li>a statement that allows applies with the token, {@code StringLike};
 *   <li>one that denies applies without it, {@code StringNotLikeIfExists}.
 * </ul>
 *
 * So a request without tokens, from an older gateway or a client that bypasses it, gets no more access than by the
 * original policy. A second condition, which always holds, preserves the original element; it contains the token, too,
 * so that its value cannot be used as a bypass. Each condition has one value: on Ceph 16.2 a negated one with several
 * values holds as soon as one of them differs. Immutable.
 *
 * @param document for the platform
 * @param plain the same without these conditions
 * @param clients the original, as clients see it
 */
public record VouchedPolicy(String document, String plain, String clients, ClientConditions conditions) {

    private static final String REFERER = "aws:Referer";
    private static final String GRANT = "StringLike";
    private static final String DENIAL = "StringNotLikeIfExists";
    private static final String MEMORY = "StringNotEqualsIfExists";
    private static final String SIGN = "ose-client-condition-1 ";

    /**
     * Replaces conditions on clients by tokens. Does not validate other elements.
     *
     * @param known conditions of the bucket's present policy, whose tokens are reused
     * @param random a secure source of tokens
     * @throws MalformedPolicyException if it is no JSON object, has more than {@link ClientConditions#MAX} different
     *     conditions, or an unknown one or one with a variable
     */
    public static VouchedPolicy of(String clients, ClientConditions known, RandomGenerator random) {
        Tokens tokens = new Tokens(known, random);
        PolicyStatements statements = PolicyStatements.read(clients);
        String plain = statements.replaced(text -> StatementText.read(text).without(ClientCondition::isAboutClient));
        if (plain.equals(clients)) {
            return unchanged(clients);
        }
        String document = statements.replaced(text -> {
            StatementText statement = StatementText.read(text);
            if (!statement.asksClient()) {
                return text;
            }
            ClientCondition condition = tokens.condition(statement);
            return statement.with(tested(statement.rest(), condition));
        });
        if (tokens.found.size() > ClientConditions.MAX) {
            throw new MalformedPolicyException(
                    "a policy has at most " + ClientConditions.MAX + " different conditions on clients");
        }
        return new VouchedPolicy(document, plain, clients, new ClientConditions(tokens.found));
    }

    /** The policy for a platform that nothing is answered for. */
    public static VouchedPolicy unchanged(String clients) {
        return new VouchedPolicy(clients, clients, clients, ClientConditions.NONE);
    }

    /** The tokens of one policy: those that its conditions have already, and new ones in other slots. */
    private static final class Tokens {

        private final ClientConditions known;
        private final RandomGenerator random;
        private final String sign;
        private final BitSet slots;
        private final List<ClientCondition> found = new ArrayList<>();

        Tokens(ClientConditions known, RandomGenerator random) {
            this.known = known;
            this.random = random;
            this.sign = known.sign().orElseGet(() -> VouchToken.newSign(random));
            this.slots = known.slots();
        }

        ClientCondition condition(StatementText statement) {
            if (statement.hasVariable()) {
                throw new MalformedPolicyException("a bucket policy has no variables");
            }
            String written = statement.condition();
            boolean isDenial = statement.isDenial();
            for (ClientCondition each : found) {
                if (each.isOf(isDenial, written)) {
                    return each;
                }
            }
            VouchToken token = known.token(isDenial, written).orElseGet(this::next);
            ClientCondition condition = ClientCondition.of(token, isDenial, written);
            condition.requireKnown();
            found.add(condition);
            return condition;
        }

        private VouchToken next() {
            int slot = slots.nextClearBit(0);
            slots.set(slot);
            return VouchToken.of(sign, slot, random);
        }
    }

    private static String tested(Map<String, Map<String, String>> rest, ClientCondition condition) {
        Map<String, Map<String, String>> operators = new LinkedHashMap<>(rest);
        test(
                operators,
                condition.isOfDenial() ? DENIAL : GRANT,
                condition.token().pattern());
        test(operators, MEMORY, SIGN + condition.token().text() + ' ' + ClientConditions.encoded(condition.text()));
        return ConditionText.write(operators);
    }

    private static void test(Map<String, Map<String, String>> operators, String operator, String value) {
        operators.computeIfAbsent(operator, _ -> new LinkedHashMap<>()).put(REFERER, '"' + value + '"');
    }

    /**
     * Reads what a platform keeps; what is not of this form stays as it is.
     *
     * @throws MalformedPolicyException if it is no JSON object
     */
    public static VouchedPolicy kept(String document) {
        if (!document.contains(SIGN)) {
            return unchanged(document);
        }
        Map<VouchToken, ClientCondition> found = new LinkedHashMap<>();
        PolicyStatements statements = PolicyStatements.read(document);
        String clients = statements.replaced(text -> {
            StatementText statement = StatementText.read(text);
            Optional<ClientCondition> remembered = remembered(statement);
            remembered.ifPresent(it -> found.put(it.token(), it));
            return remembered.map(it -> statement.with(it.text())).orElse(text);
        });
        String plain = statements.replaced(text -> {
            StatementText statement = StatementText.read(text);
            return remembered(statement).isPresent() ? statement.without(REFERER::equals) : text;
        });
        return new VouchedPolicy(document, plain, clients, ClientConditions.of(List.copyOf(found.values())));
    }

    private static Optional<ClientCondition> remembered(StatementText statement) {
        return statement.tests().stream()
                .filter(test -> test.operator().equals(MEMORY)
                        && test.key().equals(REFERER)
                        && test.values().size() == 1
                        && test.values().getFirst().startsWith(SIGN))
                .findFirst()
                .flatMap(test -> remembered(
                        statement,
                        test.values().getFirst().substring(SIGN.length()).split(" ", -1)));
    }

    private static Optional<ClientCondition> remembered(StatementText statement, String[] words) {
        if (words.length != 2) {
            return Optional.empty();
        }
        try {
            String condition = new String(Base64.getDecoder().decode(words[1]), StandardCharsets.UTF_8);
            return VouchToken.read(words[0]).map(token -> ClientCondition.of(token, statement.isDenial(), condition));
        } catch (IllegalArgumentException | MalformedPolicyException e) {
            // Written by another release, or by no gateway: it is shown as it is.
            return Optional.empty();
        }
    }

    /** One statement with the place of its Condition element. */
    private record StatementText(String text, boolean isDenial, int start, int end, List<ConditionText.Test> tests) {

        static StatementText read(String text) {
            boolean isDenial = false;
            int start = 0;
            int end = 0;
            try (JsonParser json = PolicyReader.parser(text)) {
                if (json.nextToken() != JsonToken.START_OBJECT) {
                    return new StatementText(text, false, 0, 0, List.of());
                }
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    JsonToken value = json.nextToken();
                    if (name.equals("Effect") && value == JsonToken.VALUE_STRING) {
                        isDenial = json.getString().equals("Deny");
                    } else if (name.equals("Condition") && value == JsonToken.START_OBJECT) {
                        start = (int) json.currentTokenLocation().getCharOffset();
                        json.skipChildren();
                        end = (int) json.currentLocation().getCharOffset();
                    } else {
                        json.skipChildren();
                    }
                }
            } catch (JacksonException e) {
                throw new MalformedPolicyException("it is not valid JSON");
            }
            List<ConditionText.Test> tests = end == 0
                    ? List.of()
                    : ConditionText.read(text.substring(start, end)).tests();
            return new StatementText(text, isDenial, start, end, tests);
        }

        String condition() {
            return text.substring(start, end);
        }

        boolean asksClient() {
            return tests.stream().anyMatch(test -> ClientCondition.isAboutClient(test.key()));
        }

        boolean hasVariable() {
            return tests.stream().flatMap(test -> test.values().stream()).anyMatch(value -> value.contains("${"));
        }

        /** Its conditions on other keys. */
        Map<String, Map<String, String>> rest() {
            return rest(ClientCondition::isAboutClient);
        }

        private Map<String, Map<String, String>> rest(Predicate<String> key) {
            return new ConditionText(condition(), tests).written(test -> !key.test(test.key()));
        }

        /** The statement without conditions on these keys. */
        String without(Predicate<String> key) {
            return tests.stream().anyMatch(test -> key.test(test.key())) ? with(ConditionText.write(rest(key))) : text;
        }

        String with(String otherCondition) {
            return text.substring(0, start) + otherCondition + text.substring(end);
        }
    }
}
