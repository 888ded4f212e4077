package dev.ose.server.iam.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an issuer says about itself. An address that it names on another server must be of https.
 *
 * @param place where it says so
 * @param addresses those of {@link #ADDRESSES} that it names, by their names
 * @param namesItself whether it states that its answers to browsers name it
 * @see <a href="https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig">Discovery</a>
 */
record IssuerConfiguration(URI place, String issuer, Map<String, String> addresses, boolean namesItself) {

    /** Nothing else is kept of a document, which may be large. */
    private static final List<String> ADDRESSES = List.of("authorization_endpoint", "token_endpoint", "jwks_uri");

    /** Asks the issuer. Blocks. */
    static IssuerConfiguration of(String issuer, IssuerAnswers answers) throws IOException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        URI place = URI.create(base + "/.well-known/openid-configuration");
        try {
            Map<String, Object> document =
                    JSONObjectUtils.parse(answers.fromConfigured(place).getContent());
            if (!issuer.equals(JSONObjectUtils.getString(document, "issuer"))) {
                throw new IOException(place + " is about another issuer");
            }
            return new IssuerConfiguration(place, issuer, addresses(document), namesItself(document));
        } catch (ParseException e) {
            throw new IOException(place + " is not an OpenID configuration", e);
        }
    }

    private static Map<String, String> addresses(Map<String, Object> document) throws ParseException {
        Map<String, String> addresses = new HashMap<>();
        for (String name : ADDRESSES) {
            String address = JSONObjectUtils.getString(document, name);
            if (address != null) {
                addresses.put(name, address);
            }
        }
        return Map.copyOf(addresses);
    }

    private static boolean namesItself(Map<String, Object> document) {
        return Boolean.TRUE.equals(document.get("authorization_response_iss_parameter_supported"));
    }

    /** The number of characters that it takes in memory. */
    int length() {
        return issuer.length()
                + place.toString().length()
                + addresses.values().stream().mapToInt(String::length).sum();
    }

    /** One of {@link #ADDRESSES}. */
    URI address(String name) throws IOException {
        try {
            URI address = URI.create(String.valueOf(addresses.get(name)));
            if (!isHere(address) && !"https".equals(address.getScheme())) {
                throw new IOException(place + " names " + name + " without TLS");
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw new IOException(place + " is not an OpenID configuration", e);
        }
    }

    /**
     * Whether an answer to a browser may be the issuer's. One that always names itself does not leave its name out.
     *
     * @param named the issuer that the answer names; null if it names none
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9207">Issuer identification</a>
     */
    boolean mayHaveAnswered(@Nullable String named) {
        return named == null ? !namesItself : named.equals(issuer);
    }

    /** Whether an address is on the issuer's own server. */
    boolean isHere(URI address) {
        return String.valueOf(address.getScheme()).equals(place.getScheme())
                && String.valueOf(address.getAuthority()).equals(place.getAuthority());
    }
}
