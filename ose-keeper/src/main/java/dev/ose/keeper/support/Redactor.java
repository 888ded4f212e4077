package dev.ose.keeper.support;

import dev.ose.adapter.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text: those that are known, in the spellings they travel in, and whatever looks like one. It rather
 * takes too much. Safe for any thread.
 */
public final class Redactor {

    private static final String HIDDEN = "***";
    private static final int SHORTEST_KNOWN = 4;

    /** Names whose values are secret; parts of longer names, too. */
    private static final String NAMES = "(?:pass(?:word|wd|phrase)|pwd|secret|token|signature|credential|cookie"
            + "|api[-_.]?key|private[-_.]?key|access[-_.]?key(?:id)?|session[-_.]?key|sso[-_.]?key|shared[-_.]?key)";

    /** In the order in which they are tried: what spans most comes first. Each keeps its first group. */
    private static final List<Pattern> SHAPES = List.of(
            Pattern.compile("()-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", Pattern.DOTALL),
            insensitive("((?:authorization|cookie|auth-context|security-token)[\"']?\\s*[:=]\\s*[\"']?)[^\"'\\r\\n]+"),
            insensitive("(\\b(?:bearer|basic)\\s+)[A-Za-z0-9._~+/=-]{6,}"),
            Pattern.compile("(://)[^/\\s@\"']*:[^\\s@\"']*@"),
            insensitive("(\\s--?[\\w-]*" + NAMES + "[\\w-]*\\s+)(?!-)[^\\s]+"),
            Pattern.compile("()eyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*"),
            Pattern.compile("()\\$(?:argon2[a-z]*|2[aby]|6|5|y)\\$[^\\s\"']+"),
            Pattern.compile("()SCRAM-SHA-256\\$[^\\s\"']+"),
            Pattern.compile("(\"value\"\\s*:\\s*\")[A-Za-z0-9+/]{24,}={0,2}"),
            // As long as an AWS secret key, and mixed as no word or hash is.
            Pattern.compile(
                    "()(?<![A-Za-z0-9/+=_-])(?=[A-Za-z0-9/+]*[a-z])(?=[A-Za-z0-9/+]*[A-Z])(?=[A-Za-z0-9/+]*[0-9])"
                            + "[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"));

    /** A name, what stands between, and its value, quoted or not. */
    private static final Pattern NAMED = insensitive(
            "([\\w.%-]*" + NAMES
                    + "[\\w.-]*)(\\\\?[\"']?\\s*(?:=|:|%3D)\\s*)(\\\\?\"(?:[^\"\\\\]|\\\\[^\"])*\\\\?\"|'[^']*'|[^\\s\"',;&}\\])]+)");

    private final List<String> known;

    /** @param secrets that must not be in the text, whatever stands around them */
    public Redactor(Collection<Secret> secrets) {
        Set<String> spellings = new LinkedHashSet<>();
        for (Secret secret : secrets) {
            String text = secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
            if (text.length() >= SHORTEST_KNOWN) {
                spellings.add(text);
                spellings.add(URLEncoder.encode(text, StandardCharsets.UTF_8));
                spellings.add(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
                spellings.add(text.replace("\\", "\\\\").replace("\"", "\\\""));
            }
        }
        // A secret may be a part of another one.
        known = spellings.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** The text without secrets. */
    public String redact(String text) {
        String left = text;
        for (String secret : known) {
            left = left.replace(secret, HIDDEN);
        }
        for (Pattern shape : SHAPES) {
            left = shape.matcher(left).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
        }
        return NAMED.matcher(left).replaceAll(found -> Matcher.quoteReplacement(withoutValue(found)));
    }

    private static String withoutValue(MatchResult found) {
        String name = found.group(1).toLowerCase(Locale.ROOT);
        String value = found.group(3);
        boolean namesFile = name.endsWith("file") && value.startsWith("/");
        boolean saysNothing = value.equals("true") || value.equals("false") || value.equals("null");
        if (namesFile || saysNothing) {
            return found.group();
        }
        String quote =
                value.startsWith("\\\"") ? "\\\"" : value.startsWith("\"") ? "\"" : value.startsWith("'") ? "'" : "";
        return found.group(1) + found.group(2) + quote + HIDDEN + quote;
    }

    private static Pattern insensitive(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }
}
