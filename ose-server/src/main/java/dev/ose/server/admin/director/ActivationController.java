package dev.ose.server.admin.director;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.director.ActivationPolicy;
import dev.ose.server.director.ActivationStore;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether organisations of Cloud Director become tenants by themselves, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/activation")
@Tag(name = "Cloud Director")
public class ActivationController {

    private static final int MAX_EXCEPTIONS = 1_000;

    private final ActivationStore store;

    public ActivationController(ActivationStore store) {
        this.store = store;
    }

    /**
     * Whether organisations of Cloud Director become tenants by the first request of one of their users.
     *
     * @param mode {@code CONFIGURED} leaves it to the option oss.director.activate of each node
     * @param exceptions UUIDs or URNs of organisations that never do; none if absent
     * @param quota of tenants that are made so; none if absent
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "ActivationPolicy")
    record PolicyDocument(
            @Required ActivationPolicy.@Nullable Mode mode,
            @Nullable List<String> exceptions,
            @Nullable QuotaOfNewTenants quota) {

        static PolicyDocument of(ActivationPolicy policy) {
            return new PolicyDocument(
                    policy.mode(),
                    policy.exceptions().stream()
                            .map(OrganisationId::toString)
                            .sorted()
                            .toList(),
                    policy.quota().isNone() ? null : QuotaOfNewTenants.of(policy.quota()));
        }

        /** Fails with {@code Invalid}. */
        ActivationPolicy policy() {
            return new ActivationPolicy(
                    Input.required("mode", mode), organisations(), quota == null ? Quota.NONE : quota.quota());
        }

        private Set<OrganisationId> organisations() {
            List<String> given = exceptions == null ? List.of() : Input.each("exceptions", exceptions);
            if (given.size() > MAX_EXCEPTIONS) {
                throw invalid("exceptions", "must have at most " + MAX_EXCEPTIONS + " organisations");
            }
            Set<OrganisationId> read = new HashSet<>();
            for (String organisation : given) {
                read.add(OrganisationId.parse(organisation)
                        .orElseThrow(() -> invalid("exceptions", "must be UUIDs or URNs with one")));
            }
            return read;
        }
    }

    /** The limits of a tenant that is made by a first request; one that is absent does not limit it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record QuotaOfNewTenants(
            @Nullable Long maxBytes,
            @Nullable Long maxObjects,
            @Nullable Long maxBuckets) {

        static QuotaOfNewTenants of(Quota quota) {
            return new QuotaOfNewTenants(quota.maxBytes(), quota.maxObjects(), quota.maxBuckets());
        }

        Quota quota() {
            if (isNegative(maxBytes) || isNegative(maxObjects) || isNegative(maxBuckets)) {
                throw invalid("quota", "must not be negative");
            }
            return new Quota(maxBytes, maxObjects, maxBuckets);
        }

        private static boolean isNegative(@Nullable Long limit) {
            return limit != null && limit < 0;
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }

    @GetMapping
    @Operation(summary = "Show whether organisations of Cloud Director become tenants by themselves")
    ResponseEntity<PolicyDocument> get() {
        return EntityTags.answer(store.get().map(PolicyDocument::of));
    }

    @PutMapping
    @Operation(
            summary = "Set whether organisations of Cloud Director become tenants by themselves",
            description = "In force on all nodes at once. Tenants that exist stay as they are.")
    ResponseEntity<PolicyDocument> put(
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody PolicyDocument wanted) {
        store.put(wanted.policy(), EntityTags.expected(ifMatch));
        return get();
    }
}
