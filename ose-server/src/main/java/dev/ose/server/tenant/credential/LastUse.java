package dev.ose.server.tenant.credential;

import java.net.InetAddress;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A use of a key pair: the last one that is known, to a few minutes.
 *
 * @param address of the client, in digits
 */
public record LastUse(Instant time, String address, Service service) {

    private static final Pattern INTERFACE = Pattern.compile("%.*");

    static LastUse of(Instant time, InetAddress client, Service service) {
        return new LastUse(time, INTERFACE.matcher(client.getHostAddress()).replaceFirst(""), service);
    }

    /** What a request was signed for. */
    public enum Service {
        S3,
        IAM,
        STS,
        /** One of a later version, whose nodes write to the same database. */
        UNKNOWN
    }
}
