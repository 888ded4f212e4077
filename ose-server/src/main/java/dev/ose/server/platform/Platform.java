package dev.ose.server.platform;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.s3.ETag;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A vendor system that stores bytes, as the data path needs to know it.
 *
 * @param s3Endpoint scheme, host and port of its S3 service
 * @param region region that requests to it are signed for
 * @param capabilities what it can do
 * @param quirks what its S3 service does otherwise than S3
 */
public record Platform(
        PlatformId id, String name, URI s3Endpoint, String region, Set<Capability> capabilities, Set<Quirk> quirks) {

    public Platform {
        capabilities = Set.copyOf(capabilities);
        quirks = Set.copyOf(quirks);
    }

    /** Host and, where it is not the scheme's own, port: the value of {@code Host} in requests to it. */
    public String s3Authority() {
        int port = s3Endpoint.getPort();
        boolean usual = port < 0 || port == (s3Endpoint.getScheme().equals("https") ? 443 : 80);
        return usual ? s3Endpoint.getHost() : s3Endpoint.getHost() + ':' + port;
    }

    /** The platform as a tenant reaches it that has an S3 service of its own there, or null. */
    public Platform at(@Nullable URI own) {
        return own == null ? this : new Platform(id, name, own, region, capabilities, quirks);
    }

    /** The same platform as one that can do this. */
    public Platform with(Set<Capability> others) {
        return new Platform(id, name, s3Endpoint, region, others, quirks);
    }

    /** Whether the platform's S3 service can do this. */
    public boolean offers(Capability capability) {
        return capabilities.contains(capability);
    }

    /** Whether its S3 service departs from S3 in this way. */
    public boolean has(Quirk quirk) {
        return quirks.contains(quirk);
    }

    /**
     * The value of {@code If-Match} of a write in the form that the platform compares: the tag alone, or as it came.
     */
    public String writeCondition(String ifMatch) {
        return has(Quirk.WRITE_CONDITIONS_UNQUOTED)
                ? ETag.parse(ifMatch)
                        .filter(tag -> tag.quoted().equals(ifMatch))
                        .map(ETag::value)
                        .orElse(ifMatch)
                : ifMatch;
    }
}
