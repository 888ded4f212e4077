package dev.ose.s3.policy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A condition key, for conditions and variables: the subset of <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/amazon-s3-policy-keys.html">Amazon's condition keys</a>
 * that is known before a request to the platform.
 *
 * @param name the key's name
 * @param detail the part after the slash of {@link Name#REQUEST_OBJECT_TAG}; of {@link Name#TOKEN_CLAIM} the whole key,
 *     in lower case; empty for every other
 */
public record ContextKey(Name name, String detail) {

    /** The claims of tokens in trust policies, as on AWS. */
    private static final Set<String> CLAIMS = Set.of("amr", "aud", "oaud", "sub");

    /** The kinds of facts. */
    public enum Name {
        CURRENT_TIME("aws:CurrentTime"),
        EPOCH_TIME("aws:EpochTime"),
        REFERER("aws:Referer", "referer"),
        SECURE_TRANSPORT("aws:SecureTransport"),
        SOURCE_IP("aws:SourceIp"),
        USER_AGENT("aws:UserAgent", "user-agent"),
        USER_ID("aws:userid"),
        USER_NAME("aws:username"),
        ACL("s3:x-amz-acl", "x-amz-acl"),
        CONTENT_SHA256("s3:x-amz-content-sha256", "x-amz-content-sha256"),
        COPY_SOURCE("s3:x-amz-copy-source"),
        DELIMITER("s3:delimiter"),
        EXTERNAL_ID("sts:ExternalId"),
        GRANT_FULL_CONTROL("s3:x-amz-grant-full-control", "x-amz-grant-full-control"),
        GRANT_READ("s3:x-amz-grant-read", "x-amz-grant-read"),
        GRANT_READ_ACP("s3:x-amz-grant-read-acp", "x-amz-grant-read-acp"),
        GRANT_WRITE("s3:x-amz-grant-write", "x-amz-grant-write"),
        GRANT_WRITE_ACP("s3:x-amz-grant-write-acp", "x-amz-grant-write-acp"),
        MAX_KEYS("s3:max-keys"),
        METADATA_DIRECTIVE("s3:x-amz-metadata-directive", "x-amz-metadata-directive"),
        OBJECT_LOCK_LEGAL_HOLD("s3:object-lock-legal-hold", "x-amz-object-lock-legal-hold"),
        OBJECT_LOCK_MODE("s3:object-lock-mode", "x-amz-object-lock-mode"),
        OBJECT_LOCK_RETAIN_UNTIL("s3:object-lock-retain-until-date", "x-amz-object-lock-retain-until-date"),
        OBJECT_OWNERSHIP("s3:x-amz-object-ownership", "x-amz-object-ownership"),
        PREFIX("s3:prefix"),
        REQUEST_OBJECT_TAG("s3:RequestObjectTag"),
        REQUEST_OBJECT_TAG_KEYS("s3:RequestObjectTagKeys"),
        ROLE_SESSION_NAME("sts:RoleSessionName"),
        SERVER_SIDE_ENCRYPTION("s3:x-amz-server-side-encryption", "x-amz-server-side-encryption"),
        SERVER_SIDE_ENCRYPTION_KEY(
                "s3:x-amz-server-side-encryption-aws-kms-key-id", "x-amz-server-side-encryption-aws-kms-key-id"),
        STORAGE_CLASS("s3:x-amz-storage-class", "x-amz-storage-class"),
        /** A claim of a token, {@code ISSUER:CLAIM}, which has no name of its own. */
        TOKEN_CLAIM(""),
        VERSION_ID("s3:VersionId"),
        WEBSITE_REDIRECT("s3:x-amz-website-redirect-location", "x-amz-website-redirect-location");

        private static final Map<String, Name> BY_TEXT = Arrays.stream(values())
                .filter(name -> !name.text.isEmpty())
                .collect(Collectors.toMap(name -> lower(name.text), Function.identity()));

        private final String text;
        private final String header;

        Name(String text) {
            this(text, "");
        }

        Name(String text, String header) {
            this.text = text;
            this.header = header;
        }

        /** The name in policies. */
        public String text() {
            return text;
        }

        /** The request header, in lower case, whose value the fact is; empty where it comes from somewhere else. */
        public Optional<String> header() {
            return header.isEmpty() ? Optional.empty() : Optional.of(header);
        }
    }

    /** The key named {@code text}, ignoring case; empty if it is unknown. */
    static Optional<ContextKey> find(String text) {
        int slash = text.indexOf('/');
        Name name = Name.BY_TEXT.get(lower(slash < 0 ? text : text.substring(0, slash)));
        boolean wantsTag = name == Name.REQUEST_OBJECT_TAG;
        if (name == null || wantsTag != (slash >= 0)) {
            return Optional.empty();
        }
        return Optional.of(new ContextKey(name, wantsTag ? text.substring(slash + 1) : ""));
    }

    /**
     * The same in a trust policy, which may also name a token's claim: {@code ISSUER:CLAIM}, the issuer without its
     * scheme.
     */
    static Optional<ContextKey> findInTrust(String text) {
        int colon = text.lastIndexOf(':');
        boolean isClaim = colon > 0
                && looksLikeIssuer(text.substring(0, colon))
                && CLAIMS.contains(lower(text.substring(colon + 1)));
        return isClaim ? Optional.of(new ContextKey(Name.TOKEN_CLAIM, lower(text))) : find(text);
    }

    /** The issuer, without its scheme and in lower case, of whose tokens a claim is; empty for any other key. */
    Optional<String> issuer() {
        return name == Name.TOKEN_CLAIM ? Optional.of(detail.substring(0, detail.lastIndexOf(':'))) : Optional.empty();
    }

    /** Has something that the prefix of no service has. */
    private static boolean looksLikeIssuer(String text) {
        return text.chars().anyMatch(c -> c == '.' || c == ':' || c == '/');
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
