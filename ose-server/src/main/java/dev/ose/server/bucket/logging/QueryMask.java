package dev.ose.server.bucket.logging;

import dev.ose.s3.UriEncoding;
import java.util.Locale;
import java.util.Set;

/** Hides what makes a link usable: a reader of the log must not be able to use the links in it. */
final class QueryMask {

    private static final String MASK = "XXXXX";

    /** Lower-case names of the parameters of both versions of signatures, and of the credential beside them. */
    private static final Set<String> SECRETS = Set.of(
            "x-amz-signature",
            "x-amz-credential",
            "x-amz-security-token",
            "signature",
            "awsaccesskeyid",
            "security-token");

    private QueryMask() {}

    /** The query without the values of signature, credential and token. */
    static String ofQuery(String query) {
        StringBuilder masked = new StringBuilder(query.length());
        for (int start = 0; start <= query.length(); ) {
            int ampersand = query.indexOf('&', start);
            int end = ampersand < 0 ? query.length() : ampersand;
            masked.append(start == 0 ? "" : "&").append(parameter(query.substring(start, end)));
            start = end + 1;
        }
        return masked.toString();
    }

    /** The same of the query within an address. */
    static String ofAddress(String address) {
        int mark = address.indexOf('?');
        return mark < 0 ? address : address.substring(0, mark + 1) + ofQuery(address.substring(mark + 1));
    }

    private static String parameter(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return text;
        }
        String name = text.substring(0, equals);
        // Decoded, as the parser does: an escaped letter must not unmask the value.
        String plain = UriEncoding.decode(name).orElse(name).toLowerCase(Locale.ROOT);
        return SECRETS.contains(plain) ? name + '=' + MASK : text;
    }
}
