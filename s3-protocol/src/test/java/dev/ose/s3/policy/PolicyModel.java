package dev.ose.s3.policy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An independent evaluator of policies by other means: regular expressions for wild cards, decimal numbers, binary text
 * for addresses. An undetermined condition is tried both ways: a statement allows only if it applies either way, and
 * denies if it applies one way.
 */
final class PolicyModel {

    /** A statement as a test draws it. */
    record Rule(
            boolean allows,
            boolean notAction,
            List<String> actions,
            boolean notResource,
            List<String> resources,
            List<Test> tests) {}

    /** A condition as a test draws it. */
    record Test(String quantifier, String operator, boolean ifExists, String key, List<String> values) {}

    private static final int MAX_UNKNOWNS = 12;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    private final Map<String, List<String>> facts;
    /** The assumed results of undetermined conditions, one bit each, and their number. */
    private int guesses;

    private int asked;

    /** The regular expressions made so far, which are few and dear. */
    private final Map<String, Pattern> compiled;

    PolicyModel(Map<String, List<String>> facts, Map<String, Pattern> compiled) {
        this.facts = facts;
        this.compiled = compiled;
    }

    Verdict verdict(List<Rule> rules, String action, String resource) {
        boolean allowed = false;
        for (Rule rule : rules) {
            List<Boolean> outcomes = outcomes(() -> applies(rule, action, resource));
            if (!rule.allows() && outcomes.contains(true)) {
                return Verdict.DENIED;
            }
            allowed |= rule.allows() && !outcomes.contains(false);
        }
        return allowed ? Verdict.ALLOWED : Verdict.NOT_MENTIONED;
    }

    private List<Boolean> outcomes(BooleanSupplier question) {
        List<Boolean> outcomes = new ArrayList<>();
        int unknowns = 0;
        for (guesses = 0; guesses < 1 << unknowns; guesses++) {
            asked = 0;
            outcomes.add(question.getAsBoolean());
            unknowns = asked;
            if (unknowns > MAX_UNKNOWNS) {
                throw new IllegalStateException("too many cases");
            }
        }
        return outcomes;
    }

    private boolean guess() {
        return (guesses >> asked++ & 1) == 1;
    }

    /** Evaluates everything each time, so that a bit always belongs to the same condition. */
    private boolean applies(Rule rule, String action, String resource) {
        boolean applies = rule.notAction() != count(rule.actions(), it -> matches(it, action, true, true)) > 0;
        applies &= rule.notResource() != count(rule.resources(), it -> matches(it, resource, true, false)) > 0;
        for (Test test : rule.tests()) {
            applies &= passes(test);
        }
        return applies;
    }

    private boolean passes(Test test) {
        List<String> actual = facts.get(test.key());
        if (actual == null) {
            return guess();
        }
        if (test.operator().equals("Null")) {
            return count(test.values(), it -> it.equals(Boolean.toString(actual.isEmpty()))) > 0;
        }
        boolean negated = test.operator().contains("Not");
        String positive = test.operator().replace("Not", "");
        if (actual.isEmpty()) {
            return switch (test.quantifier()) {
                case "ForAllValues:" -> true;
                case "ForAnyValue:" -> test.ifExists();
                default -> negated || test.ifExists();
            };
        }
        long among = count(actual, value -> count(test.values(), it -> compares(positive, value, it)) > 0);
        return switch (test.quantifier()) {
            case "ForAllValues:" -> negated ? among == 0 : among == actual.size();
            case "ForAnyValue:" -> negated ? among < actual.size() : among > 0;
            default -> negated == (among == 0);
        };
    }

    private boolean compares(String operator, String actual, String expected) {
        return switch (operator) {
            case "StringEquals" -> matches(expected, actual, false, false);
            case "StringEqualsIgnoreCase" -> matches(expected, actual, false, true);
            case "Bool" -> actual.equalsIgnoreCase(expected);
            case "StringLike", "ArnLike", "ArnEquals" -> matches(expected, actual, true, false);
            case "IpAddress" -> bits(actual).startsWith(network(expected));
            default -> {
                if (!actual.matches("-?[0-9.]+")) {
                    yield guess();
                }
                int sign = new BigDecimal(actual).compareTo(new BigDecimal(expected));
                String relation = operator.replaceFirst("Numeric|Date", "");
                yield (relation.startsWith("Less") && sign < 0)
                        || (relation.startsWith("Greater") && sign > 0)
                        || (relation.endsWith("Equals") && sign == 0);
            }
        };
    }

    private boolean matches(String pattern, String value, boolean wild, boolean ignoringCase) {
        Matcher variables = VARIABLE.matcher(pattern);
        StringBuilder regex = new StringBuilder();
        int end = 0;
        boolean isUnknown = false;
        while (variables.find()) {
            regex.append(regex(pattern.substring(end, variables.start()), wild));
            end = variables.end();
            String name = variables.group(1);
            List<String> values = name.length() == 1 ? List.of(name) : facts.getOrDefault(name, List.of());
            isUnknown |= values.size() != 1;
            regex.append(values.size() == 1 ? Pattern.quote(values.getFirst()) : "");
        }
        regex.append(regex(pattern.substring(end), wild));
        String flags = ignoringCase ? "(?si)" : "(?s)";
        boolean matches = compiled.computeIfAbsent(flags + regex, Pattern::compile)
                .matcher(value)
                .matches();
        return isUnknown ? guess() : matches;
    }

    private static String regex(String text, boolean wild) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            regex.append(wild && c == '*' ? ".*" : wild && c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return regex.toString();
    }

    private static String network(String range) {
        String[] parts = range.split("/", 2);
        String all = bits(parts[0]);
        return parts.length == 1 ? all : all.substring(0, Integer.parseInt(parts[1]));
    }

    private static String bits(String address) {
        StringBuilder bits = new StringBuilder();
        for (String number : address.split("\\.", -1)) {
            bits.append(Integer.toBinaryString(256 + Integer.parseInt(number)).substring(1));
        }
        return bits.toString();
    }

    /** Evaluates each, even if the result is known already. */
    private static <T> long count(List<T> all, Predicate<T> holds) {
        return all.stream().map(holds::test).toList().stream().filter(it -> it).count();
    }
}
