package dev.ose.server.s3.document;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.AnswerVocabulary;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.Identity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Relays a platform's document with the platform's identities replaced by those of OSE, and without elements that S3
 * does not have ({@link AnswerVocabulary}), which would disclose the platform.
 */
public final class IdentityRewriter {

    private static final byte[] ID = "<ID>".getBytes(StandardCharsets.US_ASCII);

    private IdentityRewriter() {}

    /** Puts our identities in the place of the platform's. May ask the database. */
    public static byte[] translate(OperationContext context, byte[] body) {
        return isNeeded(body) ? rewrite(body, owners(context)) : body;
    }

    /**
     * Replaces the texts that the rules choose and leaves out names that S3 does not have; all else stays byte for
     * byte.
     */
    public static byte[] rewrite(byte[] body, List<XmlRewriteRule> rules) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 256);
        XmlRewriter rewriter = new XmlRewriter(rules, AnswerVocabulary::knows, out);
        try {
            rewriter.write(body, 0, body.length);
            rewriter.finish();
        } catch (MalformedXmlException e) {
            throw new FailureException(new Failure.PlatformRefused("platform", "malformed XML"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static List<XmlRewriteRule> owners(OperationContext context) {
        Function<String, Optional<OwnerDirectory.Owner>> find = context.platform()
                        .has(Quirk.OWNERS_NOT_NAMED)
                ? _ -> bucketOwner(context)
                : id -> context.services().owners().find(context.bucket().platform(), id);
        // The display name follows its id: remember the owner of the last id.
        OwnerNames names = new OwnerNames(find, !context.isGuest());
        return List.of(
                XmlRewriteRule.of("Owner/ID", names::id),
                XmlRewriteRule.of("Initiator/ID", names::id),
                XmlRewriteRule.of("Grantee/ID", names::id),
                XmlRewriteRule.of("Owner/DisplayName", names::displayName),
                XmlRewriteRule.of("Initiator/DisplayName", names::displayName),
                XmlRewriteRule.of("Grantee/DisplayName", names::displayName));
    }

    /** Known if it is the caller; where owners are not named others have no access. */
    private static Optional<OwnerDirectory.Owner> bucketOwner(OperationContext context) {
        if (context.platformKey() == null) {
            return Optional.empty();
        }
        Identity caller = context.identity();
        return caller.user().equals(context.bucket().owner())
                ? Optional.of(new OwnerDirectory.Owner(caller.canonicalId(), caller.userName()))
                : Optional.empty();
    }

    /** A cheap look for any of the elements that the rules are about, and for those that S3 does not have. */
    static boolean isNeeded(byte[] body) {
        for (int i = 0; i + 3 < body.length; i++) {
            if (body[i] == '<' && isAt(body, i, ID)) {
                return true;
            }
        }
        return AnswerVocabulary.hasForeignNames(body);
    }

    private static boolean isAt(byte[] body, int from, byte[] tag) {
        int end = from + tag.length;
        return end <= body.length && Arrays.equals(body, from, end, tag, 0, tag.length);
    }

    /** Translates ids and the names after them. The name of an unknown owner is removed. */
    private static final class OwnerNames {

        private final Function<String, Optional<OwnerDirectory.Owner>> find;
        private final boolean showsNames;
        private String name = "";

        /** People's names are for their own tenant. */
        OwnerNames(Function<String, Optional<OwnerDirectory.Owner>> find, boolean showsNames) {
            this.find = find;
            this.showsNames = showsNames;
        }

        String id(String platformId) {
            Optional<OwnerDirectory.Owner> owner = find.apply(platformId);
            name = owner.filter(_ -> showsNames)
                    .map(OwnerDirectory.Owner::displayName)
                    .orElse("");
            return owner.map(found -> found.id().value()).orElse("");
        }

        String displayName(String platformName) {
            return name;
        }
    }
}
