package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The unverified identity of a form upload: the signer of its policy. After verification the policy still has to be
 * enforced.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html">Authenticating with
 *     POST</a>
 */
public sealed interface FormClaim {

    /** The form's authentication data is malformed. */
    record Refused(SigV4Failure failure) implements FormClaim {}

    /** The form has a Signature Version 2. */
    record Version2(Version2Claim.Signed claim) implements FormClaim {}

    /** The form has a Signature Version 4. */
    record Signed(
            AccessKeyId accessKey,
            CredentialScope scope,
            Instant requestTime,
            String policy,
            String signature,
            @Nullable SessionToken session)
            implements FormClaim {

        /** For how long the key of a scope is good, whenever the policy ends. */
        private static final Duration MAX_AGE = Duration.ofDays(7);

        /** Checks that need no key: whether the signature is for this service, and for this time. */
        public Optional<SigV4Failure> check(VerificationPolicy verification, Instant now) {
            VerificationPolicy.ScopeDefect defect = verification.defect(scope, AmzTime.format(requestTime));
            if (defect != null) {
                return Optional.of(SigV4Failure.malformedCredential(defect.text(), defect.region()));
            }
            Instant expiresAt = requestTime.plus(MAX_AGE);
            if (requestTime.isAfter(now.plus(verification.maxSkew()))) {
                return Optional.of(SigV4Failure.notYetValid(requestTime, now));
            }
            return now.isAfter(expiresAt)
                    ? Optional.of(SigV4Failure.expired(MAX_AGE, expiresAt, now))
                    : Optional.empty();
        }

        /** Whether the policy was signed with this key, which has to be of the claim's scope. */
        public Optional<SigV4Failure> verify(SigningKey key) {
            return isSignedWith(key)
                    ? Optional.empty()
                    : Optional.of(SigV4Failure.mismatch(accessKey, policy, signature, ""));
        }

        /** The failure for an unknown access key, after the same work as for a known one. */
        public SigV4Failure refuseUnknownKey() {
            isSignedWith(SigningKey.DUMMY);
            return SigV4Failure.unknownKey(accessKey);
        }

        private boolean isSignedWith(SigningKey key) {
            byte[] expected = key.signPolicy(policy).getBytes(StandardCharsets.ISO_8859_1);
            return MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads a claim; {@code field} gives the value of a form field by its lower-case name, or null. */
    static FormClaim parse(Function<String, @Nullable String> field) {
        try {
            String policy = required(field, "policy");
            if (field.apply("awsaccesskeyid") != null) {
                return version2(field, policy);
            }
            requireNone(field, "signature");
            SigV4Parser.requireOurAlgorithm(required(field, "x-amz-algorithm"));
            CredentialText credential = CredentialText.parse(
                    required(field, "x-amz-credential"), defect -> SigV4Failure.malformedCredential(defect, null));
            Instant requestTime = AmzTime.parse(required(field, "x-amz-date"));
            if (requestTime == null) {
                throw new SignatureRefusal(SigV4Failure.of(
                        Kind.AUTHORIZATION_QUERY_PARAMETERS_ERROR,
                        "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\""));
            }
            String signature = required(field, "x-amz-signature");
            return new Signed(
                    credential.accessKey(), credential.scope(), requestTime, policy, signature, session(field));
        } catch (SignatureRefusal refusal) {
            return new Refused(refusal.failure());
        }
    }

    private static FormClaim version2(Function<String, @Nullable String> field, String policy) {
        requireNone(field, "x-amz-signature", "x-amz-credential", "x-amz-algorithm");
        String accessKey = required(field, "awsaccesskeyid");
        if (!AccessKeyId.isValid(accessKey)) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_QUERY_CREDENTIAL));
        }
        return new Version2(new Version2Claim.Signed(
                new AccessKeyId(accessKey),
                policy,
                required(field, "signature"),
                PayloadHash.Mode.UNSIGNED,
                session(field)));
    }

    /** Refuses a form that has the fields of the other kind of signature as well. */
    private static void requireNone(Function<String, @Nullable String> field, String... names) {
        for (String name : names) {
            if (field.apply(name) != null) {
                throw new SignatureRefusal(SigV4Failure.argument(Kind.SEVERAL_CREDENTIALS, "Authorization", ""));
            }
        }
    }

    private static @Nullable SessionToken session(Function<String, @Nullable String> field) {
        String token = field.apply("x-amz-security-token");
        return token == null ? null : new SessionToken(token);
    }

    private static String required(Function<String, @Nullable String> field, String name) {
        String value = field.apply(name);
        if (value == null || value.isEmpty()) {
            throw new SignatureRefusal(SigV4Failure.argument(Kind.FORM_FIELD_MISSING, name, ""));
        }
        return value;
    }
}
