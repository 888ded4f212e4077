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

/** Tenants of the service. Goes by lists and queries, which every revision has, and never by optional operations. */
final class ServiceTenants {

    private static final String TENANTS = "/api/v1/tenants";

    private final OsisApi api;

    ServiceTenants(OsisApi api) {
        this.api = api;
    }

    static String path(String tenantId) {
        return TENANTS + '/' + PathSegments.encode(tenantId);
    }

    /** Asks first: a service may make a second tenant for an organisation that has one. */
    PlatformTenant create(TenantRequest request) {
        String organisation = usable(request.externalId());
        Optional<OsisTenant> there = ofOrganisation(organisation);
        if (there.isPresent()) {
            return tenant(there.get());
        }
        OsisAnswer answer = api.send(OsisRequest.post(
                TENANTS, OsisTenant.request(request.name(), List.of(organisation)), "create a tenant"));
        if (!answer.isDone()) {
            // Another caller may have made it meanwhile, which services tell in ways of their own.
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

    /** Looks through all tenants if the query does not find it: some services query for organisations alone. */
    Optional<OsisTenant> find(String tenantId) {
        Predicate<OsisTenant> isIt = found -> tenantId.equals(found.tenantId());
        Optional<OsisTenant> queried = first(query("tenant_id==" + tenantId), isIt);
        return queried.isPresent() ? queried : first(OsisRequest.get(TENANTS, "find a tenant"), isIt);
    }

    private static OsisRequest query(String filter) {
        return OsisRequest.get(TENANTS + "/query", "find a tenant").with("filter", filter);
    }

    /** Looks itself at what a service lists, because some do not know every filter. */
    private Optional<OsisTenant> first(OsisRequest list, Predicate<OsisTenant> isIt) {
        return api.list(list, OsisTenant.class).stream()
                .filter(found -> found.tenantId() != null && isIt.test(found))
                .findFirst();
    }

    /** A word that is not of the contract tells nothing. */
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

    /** A tenant that has its id. */
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

    /** What filters are written with cannot be looked for by them. */
    static String usable(String externalId) {
        if (externalId.isBlank() || externalId.contains(";") || externalId.contains("==")) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "An OSIS service cannot find the id " + externalId + " again: it has ; or == in it.");
        }
        return externalId;
    }
}
