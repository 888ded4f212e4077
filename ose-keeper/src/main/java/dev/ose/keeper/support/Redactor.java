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
 * Removes secrets from text: known ones in all their encodings, and text that looks like a secret. Prefers false
 * positives. Immutable; a {@link Pass} belongs to one text.
 *
 * <p>Logs contain text that clients wrote, so that an unauthenticated request can choose what is matched here. Hence
 * the rule of this package: <em>client text is matched in linear time</em>, and truncated before. Backtracking, as in
 * {@code java.util.regex}, is rejected by the package's architecture test.
 */
public final class Redactor {

    /** Characters of a line that are examined; the rest is cut before matching. */
    static final int MAX_LINE = 16 * 1024;

    /**
     * Characters of a line that are shown. Fewer than are examined, so that a secret across the cut is found. The
     * longest key of S3, percent-encoded, fits with the rest of its line.
     */
    static final int SHOWN = 8 * 1024;

    private static final int MIN_KNOWN = 4;

    private final List<String> known;

    /** @param secrets hidden wherever they occur */
    public Redactor(Collection<Secret> secrets) {
        Set<String> spellings = new LinkedHashSet<>();
        for (Secret secret : secrets) {
            String text = secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
            addSpellings(text, spellings);
            // Text is matched line by line.
            text.lines().forEach(line -> addSpellings(line, spellings));
        }
        known = List.copyOf(spellings);
    }

    private static void addSpellings(String secret, Set<String> spellings) {
        if (secret.length() >= MIN_KNOWN) {
            spellings.add(secret);
            spellings.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
            spellings.add(Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
            spellings.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
        }
    }

    /** The text without secrets, with line feeds as line ends. */
    public String redact(String text) {
        Pass pass = new Pass();
        StringBuilder redacted = new StringBuilder(text.length());
        text.lines().forEach(line -> redacted.append(pass.redact(line)).append('\n'));
        if (!text.endsWith("\n") && !redacted.isEmpty()) {
            redacted.setLength(redacted.length() - 1);
        }
        return redacted.toString();
    }

    /** Starts a text that is passed line by line. */
    Pass begin() {
        return new Pass();
    }

    /** The state between the lines of one text. Not thread-safe. */
    final class Pass {

        private final PrivateKeys keys = new PrivateKeys();

        private Pass() {}

        /** The next line without its end and without secrets, cut after {@value #SHOWN} characters. */
        String redact(String text) {
            Line line = new Line(text.length() > MAX_LINE ? text.substring(0, MAX_LINE) : text);
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
