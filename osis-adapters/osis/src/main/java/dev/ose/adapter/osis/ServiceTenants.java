package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.TenantHealth;
import dev.ose.adapter.TenantRequest;
import dev.ose.osis.model.OsisTenant;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tenants of the service. Uses lists and queries, which every revision has, and no optional operations. */
final class ServiceTenants {

    private static final String TENANTS = "/api/v1/tenants";

    private final OsisApi api;

    ServiceTenants(OsisApi api) {
        this.api = api;
    }

    static String path(String tenantId) {
        return TENANTS + '/' + PathSegments.encode(tenantId);
    }

    /** Looks for the tenant first: a service may create a second one for an organisation. */
    PlatformTenant create(TenantRequest request) {
        String organisation = usable(request.externalId());
        Optional<OsisTenant> there = ofOrganisation(organisation);
        if (there.isPresent()) {
            return tenant(there.get());
        }
        OsisAnswer answer = api.send(OsisRequest.post(
                TENANTS, OsisTenant.request(request.name(), List.of(organisation)), "create a tenant"));
        if (!answer.isDone()) {
            // It may have been created concurrently; services report that in different ways.
            return ofOrganisation(organisation).map(ServiceTenants::tenant).orElseThrow(answer::refusal);
        }
        OsisTenant made = answer.read(OsisTenant.class);
        answer.member(made.tenantId());
        return tenant(made);
    }

    private Optional<OsisTenant> ofOrganisation(String organisation) {
        return first(query("cd_tenant_id==" + organisation), found -> found.cdTenantIds()
                .contains(organisation));
    }

    /** Reads all tenants if the query does not find it: some services only query by organisation. */
    Optional<OsisTenant> find(String tenantId) {
        Predicate<OsisTenant> isIt = found -> tenantId.equals(found.tenantId());
        Optional<OsisTenant> queried = first(query("tenant_id==" + tenantId), isIt);
        return queried.isPresent() ? queried : first(OsisRequest.get(TENANTS, "find a tenant"), isIt);
    }

    private static OsisRequest query(String filter) {
        return OsisRequest.get(TENANTS + "/query", "find a tenant").with("filter", filter);
    }

    /** Filters the listed tenants again, because some services ignore filters. */
    private Optional<OsisTenant> first(OsisRequest list, Predicate<OsisTenant> isIt) {
        return api.list(list, OsisTenant.class).stream()
                .filter(found -> found.tenantId() != null && isIt.test(found))
                .findFirst();
    }

    /** {@code UNKNOWN} for a value that is not in the contract. */
    TenantHealth health(String tenantId) {
        OsisTenant found = find(tenantId)
                .orElseThrow(() -> new PlatformException(Kind.NOT_FOUND, "There is no tenant " + tenantId + "."));
        return Arrays.stream(TenantHealth.values())
                .filter(health -> health.name().equals(found.health()))
                .findFirst()
                .orElse(TenantHealth.NOT_APPLICABLE);
    }

    void delete(String tenantId) {
        OsisAnswer answer =
                api.send(OsisRequest.delete(path(tenantId), "delete a tenant").with("purge_data", "false"));
        answer.requireGone();
    }

    /** Converts a tenant; fails if it has no id. */
    static PlatformTenant tenant(OsisTenant found) {
        String tenantId = Objects.requireNonNull(found.tenantId());
        return new PlatformTenant(
                new PlatformTenantId(tenantId),
                found.name() == null ? tenantId : found.name(),
                found.s3Endpoint().map(ServiceTenants::endpoint).orElse(null));
    }

    private static @Nullable URI endpoint(String text) {
        try {
            return S3Address.parse(text);
        } catch (URISyntaxException e) {
            throw new PlatformException(
                    Kind.REJECTED, "The OSIS service gives a tenant an S3 address that is none.", e);
        }
    }

    /** Refuses ids with the syntax characters of filters. */
    static String usable(String externalId) {
        if (externalId.isBlank() || externalId.contains(";") || externalId.contains("==")) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "An OSIS service cannot find the id " + externalId + " again: it has ; or == in it.");
        }
        return externalId;
    }
}
