package dev.ose.s3.sigv4;

import dev.ose.s3.sigv4.AuthenticationClaim.HeaderClaim;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Authorization} header of Signature Version 4.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html">Using the
 *     Authorization header</a>
 */
final class AuthorizationHeader {

    private @Nullable String credential;
    private @Nullable String signedHeaders;
    private @Nullable String signature;

    private AuthorizationHeader() {}

    /** Reads what follows the algorithm, and the headers that belong to it. */
    static HeaderClaim parse(String afterAlgorithm, SignableRequest request) {
        AuthorizationHeader header = new AuthorizationHeader();
        header.readComponents(afterAlgorithm);
        return header.claim(request);
    }

    private void readComponents(String text) {
        int from = 0;
        while (from <= text.length()) {
            int comma = text.indexOf(',', from);
            int to = comma < 0 ? text.length() : comma;
            readComponent(stripSpaces(text, from, to));
            from = to + 1;
        }
    }

    private void readComponent(String component) {
        if (component.startsWith("Credential=") && credential == null) {
            credential = component.substring("Credential=".length());
        } else if (component.startsWith("SignedHeaders=") && signedHeaders == null) {
            signedHeaders = component.substring("SignedHeaders=".length());
        } else if (component.startsWith("Signature=") && signature == null) {
            signature = component.substring("Signature=".length());
        } else {
            throw malformedComponents();
        }
    }

    private HeaderClaim claim(SignableRequest request) {
        if (credential == null || signedHeaders == null || signature == null || signature.isEmpty()) {
            throw malformedComponents();
        }
        CredentialText parsed = CredentialText.parse(credential, AuthorizationHeader::malformed);
        SignedHeaders headers = SignedHeaders.parse(signedHeaders);
        if (headers == null) {
            throw new SignatureRefusal(
                    malformed("the SignedHeaders are mal-formed; expecting lower-case names separated by "
                            + "semicolons, each once."));
        }
        return new HeaderClaim(
                parsed.accessKey(),
                parsed.scope(),
                requestTime(request),
                headers,
                signature,
                payloadHash(request, parsed.scope()),
                SigV4Parser.sessionHeader(request));
    }

    private static Instant requestTime(SignableRequest request) {
        List<String> amzDates = request.headerValues("x-amz-date");
        List<String> dates = amzDates.isEmpty() ? request.headerValues("date") : amzDates;
        if (dates.size() != 1) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_DATE));
        }
        String date = dates.getFirst();
        Instant time = amzDates.isEmpty() ? AmzTime.parseHttpDate(date) : AmzTime.parse(date);
        if (time == null) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_DATE));
        }
        return time;
    }

    private static PayloadHash payloadHash(SignableRequest request, CredentialScope scope) {
        String value = SigV4Parser.contentSha256(request);
        if (value != null) {
            return SigV4Parser.payloadHash(value);
        }
        if (scope.service().equals("s3")) {
            throw new SignatureRefusal(SigV4Failure.of(Kind.MISSING_CONTENT_SHA256));
        }
        return PayloadHash.Mode.UNSTATED;
    }

    private static SignatureRefusal malformedComponents() {
        return new SignatureRefusal(malformed(
                "the authorization header requires three components: Credential, SignedHeaders, and Signature."));
    }

    private static SigV4Failure malformed(String defect) {
        return SigV4Failure.of(Kind.AUTHORIZATION_HEADER_MALFORMED, defect);
    }

    private static String stripSpaces(String text, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && text.charAt(start) == ' ') {
            start++;
        }
        while (start < end && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(start, end);
    }
}
