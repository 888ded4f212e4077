package dev.ose.server.admin.link;

import dev.ose.server.admin.access.link.FileName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** The page of a link: a document without scripts, whose form redeems it. */
final class LinkPages {

    private static final String STYLE = "body{font:16px/1.5 system-ui,sans-serif;margin:0}"
            + "main{max-width:26rem;margin:15vh auto 0;padding:0 1rem}h1{font-size:1.4rem}"
            + "p{overflow-wrap:anywhere}input{display:block;box-sizing:border-box;width:100%;margin:.25rem 0 1rem;"
            + "padding:.5rem;font:inherit}button{padding:.5rem 1.25rem;font:inherit}";

    private static final String HEAD =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\""
                    + " content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\""
                    + " content=\"light dark\"><title>Download</title><style>" + STYLE + "</style></head><body><main>";

    private static final String END = "</main></body></html>";

    private static final String WORD = "<label for=\"word\">Password</label><input id=\"word\" name=\"password\""
            + " type=\"password\" maxlength=\"256\" required autofocus autocomplete=\"off\">";

    /** What every link that redeems nothing is answered with. */
    static final String UNAVAILABLE = HEAD + "<h1>This link is not available</h1><p>It does not exist, has expired,"
            + " was revoked or was used up. Ask the person who sent it for another one.</p>" + END;

    private LinkPages() {}

    /**
     * The page that redeems a link by its form.
     *
     * @param fileName null if it is not to be shown, as before the password of a link was sent
     * @param needsWord whether it asks for a password
     * @param problem why the form was refused; null before
     */
    static String form(@Nullable FileName fileName, boolean needsWord, @Nullable String problem) {
        return HEAD + "<h1>Download</h1>"
                + (fileName == null ? "<p>A file was shared with you.</p>" : "<p>" + isolated(fileName) + "</p>")
                + (problem == null ? "" : "<p role=\"alert\">" + HtmlUtils.htmlEscape(problem) + "</p>")
                + "<form method=\"post\">" + (needsWord ? WORD : "") + "<button>Download</button></form>" + END;
    }

    /** Its direction stays its own. */
    private static String isolated(FileName name) {
        return "<bdi>" + HtmlUtils.htmlEscape(name.shown()) + "</bdi>";
    }

    /** The policy of answers without a form. */
    static String policy() {
        return policyOfForms("'none'");
    }

    /**
     * The policy of pages with a form.
     *
     * @param objects the origin of S3, to which the answer to the form sends the browser: browsers apply the policy of
     *     forms to that, too
     */
    static String policy(String objects) {
        return policyOfForms("'self' " + objects);
    }

    private static String policyOfForms(String targets) {
        return "default-src 'none'; style-src 'sha256-" + digest() + "'; form-action " + targets
                + "; frame-ancestors 'none'; base-uri 'none'";
    }

    private static String digest() {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(STYLE.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
