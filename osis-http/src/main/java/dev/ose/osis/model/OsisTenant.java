package dev.ose.osis.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tenant of a platform.
 *
 * @param tenantId chosen by the service: ignored in requests, present in every answer
 * @param cdTenantIds the organisations of Cloud Director that it serves
 * @param health third revision; a value of a list that may grow
 * @param extensions third revision; {@link #S3_ENDPOINT} is the only key in use
 */
public record OsisTenant(
        @Nullable String name,
        @Nullable Boolean active,
        @Nullable String tenantId,
        List<String> cdTenantIds,
        @Nullable String health,
        Map<String, String> extensions) {

    private static final String S3_ENDPOINT = "s3_endpoint";

    public OsisTenant {
        cdTenantIds = PresentValues.list(cdTenantIds);
        extensions = PresentValues.map(extensions);
    }

    /** The body of a request that creates a tenant. */
    public static OsisTenant request(String name, List<String> cdTenantIds) {
        return new OsisTenant(name, true, null, cdTenantIds, null, Map.of());
    }

    /** The address of the tenant's own S3 service; empty if the platform has one for all. */
    public Optional<String> s3Endpoint() {
        return Optional.ofNullable(extensions.get(S3_ENDPOINT)).filter(text -> !text.isBlank());
    }

    /** The same with the id that the service assigned; null before. */
    public OsisTenant withTenantId(@Nullable String id) {
        return new OsisTenant(name, active, id, cdTenantIds, health, extensions);
    }

    /** The same with an S3 service of its own at this address; null for none. */
    public OsisTenant withS3Endpoint(@Nullable String address) {
        Map<String, String> others = new HashMap<>(extensions);
        others.remove(S3_ENDPOINT);
        if (address != null) {
            others.put(S3_ENDPOINT, address);
        }
        return new OsisTenant(name, active, tenantId, cdTenantIds, health, others);
    }

    /** The same with this health, a value of the third revision. */
    public OsisTenant withHealth(String word) {
        return new OsisTenant(name, active, tenantId, cdTenantIds, word, extensions);
    }

    /** The same for other organisations. */
    public OsisTenant withCdTenantIds(List<String> ids) {
        return new OsisTenant(name, active, tenantId, ids, health, extensions);
    }
}
