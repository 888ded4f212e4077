package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * Strong entity tags. A tag holds the revision of what can be edited and a digest of all that is shown: If-None-Match
 * compares the whole, If-Match the revision alone, so that a quota can be edited while its usage changes.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13">RFC 9110, section 13</a>
 */
public final class EntityTags {

    private static final String HASH = "SHA-256";
    private static final int DIGEST_BYTES = 8;
    private static final int HEX = 16;
    private static final int MAX_TAGS = 32;

    /** A tag and what stands behind it. */
    private static final Pattern ELEMENT = Pattern.compile("\\s*(W/)?\"([!#-~]{0,128})\"\\s*(,|$)");

    private static final Pattern OURS = Pattern.compile("([0-9a-f]{1,15})-[0-9a-f]{16}");

    private EntityTags() {}

    /** An answer of 200 with the tag of what it shows; Spring makes it 304 if the client has that already. */
    public static <V> ResponseEntity<V> answer(Revised<V> shown) {
        return ResponseEntity.ok().eTag(tag(shown)).body(shown.value());
    }

    private static String tag(Revised<?> shown) {
        try {
            byte[] document = JsonMapper.shared().writeValueAsBytes(shown.value());
            byte[] digest = MessageDigest.getInstance(HASH).digest(document);
            return '"'
                    + Long.toHexString(shown.revision())
                    + '-'
                    + HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES))
                    + '"';
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HASH, e);
        }
    }

    /** The tags of the header If-Match; a weak tag, or one of another service, matches nothing. */
    public static Expected expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            return new Expected.Anything();
        }
        if (ifMatch.strip().equals("*")) {
            return new Expected.Something();
        }
        Set<Long> revisions = new HashSet<>();
        Matcher element = ELEMENT.matcher(ifMatch);
        int tags = 0;
        boolean isMore = true;
        while (isMore) {
            if (!element.lookingAt() || ++tags > MAX_TAGS) {
                throw new FailureException(new Failure.Invalid(
                        "If-Match", "must be * or a list of up to " + MAX_TAGS + " entity tags in quotes"));
            }
            Matcher ours = OURS.matcher(element.group(2));
            if (element.group(1) == null && ours.matches()) {
                revisions.add(Long.parseLong(ours.group(1), HEX));
            }
            isMore = !element.group(3).isEmpty();
            element.region(element.end(), ifMatch.length());
        }
        return new Expected.OneOf(revisions);
    }
}
