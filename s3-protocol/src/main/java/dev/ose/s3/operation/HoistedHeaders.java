package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Headers that stand in the query. SDKs that make links put {@code x-amz-} headers there, such as {@code x-amz-acl} and
 * {@code x-amz-meta-*}, so that the user of the link need not send them; for S3 they are headers all the same. The
 * signature of a link covers them as it covers its query. A header that is given in both places has to be the same in
 * both, as a fact has one source.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html">Authenticating requests:
 *     using query parameters</a>
 */
public final class HoistedHeaders {

    private static final String PREFIX = "x-amz-";

    /** They belong to the signature, whose reader compares them with the headers of their names. */
    private static final Set<String> OF_SIGNATURE = Set.of(
            "x-amz-algorithm",
            "x-amz-content-sha256",
            "x-amz-credential",
            "x-amz-date",
            "x-amz-expires",
            "x-amz-region-set",
            "x-amz-security-token",
            "x-amz-signature",
            "x-amz-signedheaders");

    private HoistedHeaders() {}

    /**
     * The headers that are only in the query, by lower-case name, each byte of a value as one character.
     *
     * <p>{@code InvalidArgument} for a repeated single-valued header, a different value in the headers, invalid
     * characters, and with Signature Version 2, which does not cover them.
     */
    public static Parsed<Map<String, List<String>>> in(QueryParameters query, HeaderLookup headers) {
        Map<String, List<String>> hoisted = Map.of();
        for (QueryParameters.Parameter parameter : query.parameters()) {
            String name = parameter.name();
            if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
                    && !OF_SIGNATURE.contains(name.toLowerCase(Locale.ROOT))) {
                hoisted = hoisted.isEmpty() ? new LinkedHashMap<>() : hoisted;
                hoisted.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                        .add(bytes(parameter.value()));
            }
        }
        return hoisted.isEmpty() ? Parsed.of(hoisted) : checked(hoisted, query, headers);
    }

    private static Parsed<Map<String, List<String>>> checked(
            Map<String, List<String>> hoisted, QueryParameters query, HeaderLookup headers) {
        boolean isCovered = !query.contains("AWSAccessKeyId") && !isOfVersion2(headers);
        for (Map.Entry<String, List<String>> header : hoisted.entrySet()) {
            String name = header.getKey();
            List<String> values = header.getValue();
            if (!isCovered) {
                return refuse("A signature of Version 2 does not cover this parameter.", name);
            }
            if (values.size() > 1 && !RepeatedHeaders.areAccepted(name)) {
                return refuse("A query parameter is repeated", name);
            }
            if (!name.chars().allMatch(HoistedHeaders::isOfName)
                    || !values.stream().allMatch(value -> value.chars().allMatch(HoistedHeaders::isOfValue))) {
                return refuse("A query parameter holds characters that no header may hold.", name);
            }
            String stated = headers.get(name);
            if (stated != null
                    && !stated.strip().equals(String.join(",", values).strip())) {
                return refuse("A header and a query parameter say different things.", name);
            }
        }
        hoisted.keySet().removeIf(name -> headers.get(name) != null);
        return Parsed.of(hoisted);
    }

    private static boolean isOfVersion2(HeaderLookup headers) {
        String authorization = headers.get("authorization");
        return authorization != null && authorization.startsWith("AWS ");
    }

    private static Parsed<Map<String, List<String>>> refuse(String why, String name) {
        return Parsed.refuse(S3Error.invalidArgument(why, name, ""));
    }

    private static String bytes(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static boolean isOfName(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    }

    private static boolean isOfValue(int c) {
        return c == '\t' || (c >= ' ' && c != 0x7f);
    }
}
