package dev.ose.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The value of an {@code x-amz-grant-*} header: grantees, each by one of three kinds of names, such as
 * {@code id="1234", uri="http://acs.amazonaws.com/groups/global/AllUsers"}.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html">The headers of PutObjectAcl</a>
 */
public record GrantHeader(List<Grantee> grantees) {

    /** The group of all callers. */
    public static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";

    /** The name of the group of all who proved who they are. */
    public static final String AUTHENTICATED = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers";

    /** The name of the group that writes access logs. */
    public static final String LOG_DELIVERY = "http://acs.amazonaws.com/groups/s3/LogDelivery";

    /** The most grantees that an access control list may have. */
    private static final int MAX_GRANTEES = 100;

    /** The kind of name of a grantee. */
    public enum Kind {
        /** A user, by canonical id. */
        ID("id"),
        /** A group of the service's own. */
        URI("uri"),
        /** A user, by an address. */
        EMAIL_ADDRESS("emailAddress");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        private static Optional<Kind> find(String text) {
            for (Kind kind : values()) {
                if (kind.key.equalsIgnoreCase(text)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /** One grantee; the name has no quotes. */
    public record Grantee(Kind kind, String name) {

        public Grantee {
            if (name.isEmpty() || name.indexOf('"') >= 0 || name.indexOf(',') >= 0) {
                throw new IllegalArgumentException("not the name of a grantee");
            }
        }
    }

    public GrantHeader {
        grantees = List.copyOf(grantees);
    }

    /** Reads a header; empty if it has another form. No name may contain a comma, so none hides a second grantee. */
    public static Optional<GrantHeader> parse(String value) {
        List<Grantee> grantees = new ArrayList<>();
        for (String piece : value.split(",", -1)) {
            Optional<Grantee> grantee = grantee(piece.strip());
            if (grantee.isEmpty() || grantees.size() == MAX_GRANTEES) {
                return Optional.empty();
            }
            grantees.add(grantee.get());
        }
        return Optional.of(new GrantHeader(grantees));
    }

    private static Optional<Grantee> grantee(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        String quoted = text.substring(equals + 1).strip();
        boolean hasQuotes = quoted.length() >= 2 && quoted.startsWith("\"") && quoted.endsWith("\"");
        String name = hasQuotes ? quoted.substring(1, quoted.length() - 1) : quoted;
        return name.isEmpty() || name.indexOf('"') >= 0
                ? Optional.empty()
                : Kind.find(text.substring(0, equals).strip()).map(kind -> new Grantee(kind, name));
    }

    /** The value as it goes over the wire. */
    public String value() {
        return grantees.stream()
                .map(grantee -> grantee.kind().key + "=\"" + grantee.name() + '"')
                .collect(Collectors.joining(", "));
    }
}
