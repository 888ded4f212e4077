package dev.ose.keeper.support;

import dev.ose.adapter.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes secrets out of text: those that are known, in the spellings they travel in, and whatever looks like one. It rather
 * takes too much. Immutable; a {@link Pass} belongs to one text.
 *
 * <p>Logs hold what clients wrote, so that one request without any credential chooses what is matched here. Hence the rule of
 * this package: <em>what clients write is matched in linear time</em>, and cut before it is matched. Backtracking, as
 * {@code java.util.regex} does it, is refused by the package's architecture test.
 */
public final class Redactor {

    /** Characters of a line that are looked at; the rest of it is gone before anything is matched. */
    static final int LONGEST_LINE = 16 * 1024;

    /**
     * Characters of a line that are shown. Fewer than are looked at, so that a secret that the cut goes through is found
     * nevertheless. The longest key of S3, percent-encoded, fits with the rest of its line.
     */
    static final int SHOWN = 8 * 1024;

    private static final int SHORTEST_KNOWN = 4;

    private final List<String> known;

    /** @param secrets that must not be in the text, whatever stands around them */
    public Redactor(Collection<Secret> secrets) {
        Set<String> spellings = new LinkedHashSet<>();
        for (Secret secret : secrets) {
            String text = secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
            addSpellings(text, spellings);
            // Text is looked at line by line.
            text.lines().forEach(line -> addSpellings(line, spellings));
        }
        known = List.copyOf(spellings);
    }

    private static void addSpellings(String secret, Set<String> spellings) {
        if (secret.length() >= SHORTEST_KNOWN) {
            spellings.add(secret);
            spellings.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
            spellings.add(Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
            spellings.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
        }
    }

    /** The text without secrets, its lines ended by line feeds. */
    public String redact(String text) {
        Pass pass = new Pass();
        StringBuilder redacted = new StringBuilder(text.length());
        text.lines().forEach(line -> redacted.append(pass.redact(line)).append('\n'));
        if (!text.endsWith("\n") && !redacted.isEmpty()) {
            redacted.setLength(redacted.length() - 1);
        }
        return redacted.toString();
    }

    /** Begins a text that is handed over line by line. */
    Pass begin() {
        return new Pass();
    }

    /** What is remembered from line to line of one text. Not thread-safe. */
    final class Pass {

        private final PrivateKeys keys = new PrivateKeys();

        private Pass() {}

        /** The next line without its end, without secrets, and without what is beyond {@value #SHOWN} characters. */
        String redact(String text) {
            Line line = new Line(text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) : text);
            for (String secret : known) {
                hideAll(line, secret);
            }
            keys.hide(line);
            SecretShapes.hide(line);
            NamedSecrets.hideArguments(line);
            NamedSecrets.hideValues(line);
            return line.shown(SHOWN);
        }

        private static void hideAll(Line line, String secret) {
            int position = line.findExactly(secret, 0);
            while (position < line.length()) {
                line.hide(position, position + secret.length());
                position = line.findExactly(secret, position + secret.length());
            }
        }
    }
}
