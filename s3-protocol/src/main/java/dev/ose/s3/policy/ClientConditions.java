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
 * All that a bucket's policy asks of clients and its platform leaves to the gateway to answer. Immutable.
 *
 * <p>The tokens are secrets between gateway and platform: who knows one and reaches the platform past the gateway
 * fulfils its condition. They are shown to no client and written to no log.
 */
public final class ClientConditions {

    /** Nothing is asked of clients. */
    public static final ClientConditions NONE = new ClientConditions(List.of());

    /** Different ones in one policy; a header that vouches for all of them has little more than 1 KiB. */
    public static final int MAX = 32;

    private static final String DENIAL = "Deny";
    private static final String GRANT = "Allow";

    private final List<ClientCondition> all;

    ClientConditions(List<ClientCondition> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Reads what {@link #toText} wrote. A line that cannot be read is vouched for by no one, which keeps closed what it
     * is about.
     */
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

    /** Whether nothing is asked of clients. */
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

    /** The {@code Referer} by which the gateway vouches for a client; empty if it vouches for nothing. */
    public String vouch(RequestContext client) {
        return tokens(each -> each.isVouchedFor(client));
    }

    /**
     * The same for what the gateway asks by itself, of which no client knows: nothing is denied it, and nothing
     * allowed.
     */
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

    /** How many there are, and no token. */
    @Override
    public String toString() {
        return "ClientConditions[" + all.size() + ']';
    }
}
