package dev.ose.server.admin.accounting;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.admin.bucket.BucketLookup;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Quotas of tenants, users and buckets, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}")
@Tag(name = "Quotas")
public class QuotaController {

    private final Provisioning provisioning;
    private final BucketDirectory buckets;
    private final ObjectCounters counters;
    private final QuotaStore quotas;
    private final ListReader lists;

    public QuotaController(
            Provisioning provisioning,
            BucketDirectory buckets,
            ObjectCounters counters,
            QuotaStore quotas,
            ListReader lists) {
        this.provisioning = provisioning;
        this.buckets = buckets;
        this.counters = counters;
        this.quotas = quotas;
        this.lists = lists;
    }

    /** The limits that are wanted; all others go. */
    @Schema(name = "NewQuota")
    record Wanted(
            @Nullable Long maxBytes,
            @Nullable Long maxObjects,
            @Nullable Long maxBuckets) {

        Quota quota() {
            require("maxBytes", maxBytes);
            require("maxObjects", maxObjects);
            require("maxBuckets", maxBuckets);
            Quota quota = new Quota(maxBytes, maxObjects, maxBuckets);
            if (quota.isNone()) {
                throw invalid("maxBytes", "is required, or maxObjects or maxBuckets; DELETE removes a quota");
            }
            return quota;
        }

        private static void require(String field, @Nullable Long limit) {
            if (limit != null && limit < 0) {
                throw invalid(field, "must not be negative");
            }
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }

    @GetMapping("/quotas")
    @Operation(
            summary = "List the quotas of a tenant, its users and its buckets, oldest first",
            description = "Filtered and ordered by id, user, bucket, maxBytes, maxObjects and maxBuckets. A limit that"
                    + " is not set is greater than all others.")
    Page<NamedQuotaView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.QUOTAS);
        return ListPart.page(query, lists.quotas(tenant(tenant), query), NamedQuotaView::of);
    }

    @GetMapping("/quota")
    @Operation(summary = "Show how much a tenant may store, and how much it does")
    ResponseEntity<QuotaView> ofTenant(@PathVariable String tenant) {
        return view(new QuotaHolder.OfTenant(tenant(tenant)));
    }

    @PutMapping("/quota")
    @Operation(summary = "Limit what a tenant may store, in place of any limits before; what is stored stays")
    ResponseEntity<QuotaView> limitTenant(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Wanted wanted) {
        return put(new QuotaHolder.OfTenant(tenant(tenant)), wanted.quota(), EntityTags.expected(ifMatch));
    }

    @DeleteMapping("/quota")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Let a tenant store as much as there is room for")
    void freeTenant(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        quotas.remove(new QuotaHolder.OfTenant(tenant(tenant)), EntityTags.expected(ifMatch));
    }

    @GetMapping("/users/{user}/quota")
    @Operation(summary = "Show how much a user's buckets may hold, and how much they do")
    ResponseEntity<QuotaView> ofUser(@PathVariable String tenant, @PathVariable String user) {
        return view(user(tenant, user));
    }

    @PutMapping("/users/{user}/quota")
    @Operation(summary = "Limit what a user's buckets may hold, in place of any limits before; what is stored stays")
    ResponseEntity<QuotaView> limitUser(
            @PathVariable String tenant,
            @PathVariable String user,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Wanted wanted) {
        return put(user(tenant, user), wanted.quota(), EntityTags.expected(ifMatch));
    }

    @DeleteMapping("/users/{user}/quota")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Let a user's buckets hold as much as the tenant may store")
    void freeUser(
            @PathVariable String tenant,
            @PathVariable String user,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        quotas.remove(user(tenant, user), EntityTags.expected(ifMatch));
    }

    @GetMapping("/buckets/{bucket}/quota")
    @Operation(summary = "Show how much a bucket may hold, and how much it does")
    ResponseEntity<QuotaView> ofBucket(@PathVariable String tenant, @PathVariable String bucket) {
        return view(bucket(tenant, bucket));
    }

    @PutMapping("/buckets/{bucket}/quota")
    @Operation(summary = "Limit what a bucket may hold, in place of any limits before; what is stored stays")
    ResponseEntity<QuotaView> limitBucket(
            @PathVariable String tenant,
            @PathVariable String bucket,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Wanted wanted) {
        if (wanted.maxBuckets() != null) {
            throw invalid("maxBuckets", "is for tenants and users");
        }
        return put(bucket(tenant, bucket), wanted.quota(), EntityTags.expected(ifMatch));
    }

    @DeleteMapping("/buckets/{bucket}/quota")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Let a bucket hold as much as its owner may store")
    void freeBucket(
            @PathVariable String tenant,
            @PathVariable String bucket,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        quotas.remove(bucket(tenant, bucket), EntityTags.expected(ifMatch));
    }

    private TenantId tenant(String tenant) {
        return provisioning.tenant(Input.tenant(tenant)).id();
    }

    private QuotaHolder user(String tenant, String user) {
        TenantId id = Input.tenant(tenant);
        return new QuotaHolder.OfUser(
                id, provisioning.user(id, Input.user(user)).id());
    }

    private QuotaHolder bucket(String tenant, String bucket) {
        Bucket found = BucketLookup.find(buckets, Input.tenant(tenant), bucket);
        return new QuotaHolder.OfBucket(found.tenant(), found.id());
    }

    private ResponseEntity<QuotaView> put(QuotaHolder holder, Quota quota, Expected expected) {
        quotas.put(holder, quota, expected);
        return view(holder);
    }

    private ResponseEntity<QuotaView> view(QuotaHolder holder) {
        Revised<Quota> found = quotas.revised(holder);
        return EntityTags.answer(found.map(quota -> switch (holder) {
            case QuotaHolder.OfTenant(var tenant) -> view(quota, counters.of(tenant), holder);
            case QuotaHolder.OfUser(var tenant, var user) -> view(quota, counters.of(tenant, user), holder);
            case QuotaHolder.OfBucket(var tenant, var bucket) -> QuotaView.of(quota, counters.of(tenant, bucket), null);
        }));
    }

    private QuotaView view(Quota quota, Usage used, QuotaHolder holder) {
        return QuotaView.of(quota, used, quotas.countBuckets(holder));
    }
}
