package dev.ose.server.platform;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Quirk;
import dev.ose.s3.BucketName;
import dev.ose.s3.ETag;
import dev.ose.s3.sigv4.HostHeader;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A storage platform, as the data path needs to know it.
 *
 * @param s3Endpoint scheme, host and port of its S3 service
 * @param region region of signatures
 * @param capabilities the supported features
 * @param quirks deviations of its S3 service from S3
 */
public record Platform(
        PlatformId id, String name, URI s3Endpoint, String region, Set<Capability> capabilities, Set<Quirk> quirks) {

    /** The name of the platform of tenants that are not placed on another. */
    public static final String MAIN = "main";

    public Platform {
        if (s3Endpoint.getHost() == null) {
            throw new IllegalArgumentException(noHost(s3Endpoint));
        }
        capabilities = Set.copyOf(capabilities);
        quirks = Set.copyOf(quirks);
    }

    /** Why an endpoint without a host that {@link URI} finds cannot be used. */
    public static String noHost(URI endpoint) {
        return "the S3 endpoint " + endpoint + " has no host of letters, digits, hyphens and dots";
    }

    /** The value of {@code Host} in requests. */
    public String s3Authority() {
        return HostHeader.of(s3Endpoint);
    }

    /** The platform with a tenant's own S3 endpoint; unchanged for null. */
    public Platform at(@Nullable URI own) {
        return own == null ? this : new Platform(id, name, own, region, capabilities, quirks);
    }

    /** The same platform with these capabilities. */
    public Platform with(Set<Capability> others) {
        return new Platform(id, name, s3Endpoint, region, others, quirks);
    }

    /** The name of a job about this platform: without a suffix for the main one, as when there was no other. */
    public String jobName(String job) {
        return name.equals(MAIN) ? job : job + '-' + name;
    }

    /** Whether the platform has this capability. */
    public boolean offers(Capability capability) {
        return capabilities.contains(capability);
    }

    /** The {@code LocationConstraint} of new buckets; null if it needs none. */
    public @Nullable String newBucketRegion() {
        return has(Quirk.REGION_NAMED_IN_CREATION) ? region : null;
    }

    /** Whether its S3 service deviates from S3 in this way. */
    public boolean has(Quirk quirk) {
        return quirks.contains(quirk);
    }

    /**
     * The name of a bucket in paths.
     *
     * @param owner the bucket's tenant on the platform; null if it is the requesting user's
     */
    public String pathName(@Nullable PlatformTenantId owner, BucketName bucket) {
        return owner != null && has(Quirk.BUCKETS_NAMED_PER_TENANT)
                ? owner.value() + ':' + bucket.value()
                : bucket.value();
    }

    /** The value of {@code If-Match} of a write in the form that the platform compares: the bare ETag, or unchanged. */
    public String writeCondition(String ifMatch) {
        return has(Quirk.WRITE_CONDITIONS_UNQUOTED)
                ? ETag.parse(ifMatch)
                        .filter(tag -> tag.quoted().equals(ifMatch))
                        .map(ETag::value)
                        .orElse(ifMatch)
                : ifMatch;
    }
}
