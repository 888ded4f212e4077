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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on clients in a bucket's policy, which the gateway evaluates for the platform. Immutable.
 *
 * <p>The tokens are secrets between gateway and platform: a client that knows one and reaches the platform directly
 * fulfils its condition. They are never sent to clients nor logged.
 */
public final class ClientConditions {

    /** No conditions. */
    public static final ClientConditions NONE = new ClientConditions(List.of());

    /** Maximum number of different conditions in one policy; a header with all tokens has little more than 1 KiB. */
    public static final int MAX = 32;

    private static final String DENIAL = "Deny";
    private static final String GRANT = "Allow";

    private final List<ClientCondition> all;

    ClientConditions(List<ClientCondition> all) {
        this.all = List.copyOf(all);
    }

    /** Reads what {@link #toText} wrote. An unreadable line never holds, so that its statement grants nothing. */
    public static ClientConditions read(String text) {
        return of(text.lines()
                .map(ClientConditions::line)
                .flatMap(Optional::stream)
                .toList());
    }

    static ClientConditions of(List<ClientCondition> all) {
        return all.isEmpty() ? NONE : new ClientConditions(all);
    }

    private static Optional<ClientCondition> line(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 3) {
            return Optional.empty();
        }
        try {
            String condition = new String(Base64.getDecoder().decode(words[2]), StandardCharsets.UTF_8);
            return VouchToken.read(words[0])
                    .map(token -> ClientCondition.of(token, words[1].equals(DENIAL), condition));
        } catch (IllegalArgumentException | MalformedPolicyException e) {
            return Optional.empty();
        }
    }

    /** One line for each, to be kept beside the bucket. */
    public String toText() {
        return all.stream()
                .map(each ->
                        each.token().text() + ' ' + (each.isOfDenial() ? DENIAL : GRANT) + ' ' + encoded(each.text()))
                .collect(Collectors.joining("\n"));
    }

    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether there are no conditions. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Those of two policies of one bucket, while one of them takes the place of the other. */
    public ClientConditions and(ClientConditions others) {
        Map<VouchToken, ClientCondition> byToken = new LinkedHashMap<>();
        all.forEach(each -> byToken.put(each.token(), each));
        others.all.forEach(each -> byToken.put(each.token(), each));
        return of(List.copyOf(byToken.values()));
    }

    /** The letters of their tokens, if there are any. */
    Optional<String> sign() {
        return all.stream().map(each -> each.token().sign()).findFirst();
    }

    /** The slots of their tokens. */
    BitSet slots() {
        BitSet slots = new BitSet();
        all.forEach(each -> slots.set(each.token().slot()));
        return slots;
    }

    /** The token of an equal one, if there is one. */
    Optional<VouchToken> token(boolean isOfDenial, String text) {
        return all.stream()
                .filter(each -> each.isOf(isOfDenial, text))
                .map(ClientCondition::token)
                .findFirst();
    }

    /** The {@code Referer} with the tokens for a client; empty if there are none. */
    public String vouch(RequestContext client) {
        return tokens(each -> each.isVouchedFor(client));
    }

    /** The same for the gateway's own requests: no denial applies to them, and no allowance. */
    public String vouchForOwn() {
        return tokens(ClientCondition::isOfDenial);
    }

    private String tokens(Predicate<ClientCondition> vouched) {
        List<VouchToken> tokens = new ArrayList<>();
        for (ClientCondition each : all) {
            if (vouched.test(each)) {
                tokens.add(each.token());
            }
        }
        return VouchToken.header(tokens);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientConditions it && it.toText().equals(toText());
    }

    @Override
    public int hashCode() {
        return toText().hashCode();
    }

    /** The number of conditions, without their tokens. */
    @Override
    public String toString() {
        return "ClientConditions[" + all.size() + ']';
    }
}
