package dev.ose.server.admin.bucket;

import dev.ose.s3.BucketName;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Buckets in the admin API; they are deleted over S3. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets")
@Tag(name = "Buckets")
public class BucketController {

    private final Provisioning provisioning;
    private final BucketDirectory buckets;
    private final BucketOwnership ownership;
    private final NewBuckets creation;
    private final BucketVisits visits;
    private final BucketDetails details;
    private final ListReader lists;

    public BucketController(
            Provisioning provisioning,
            BucketDirectory buckets,
            BucketOwnership ownership,
            NewBuckets creation,
            BucketVisits visits,
            BucketDetails details,
            ListReader lists) {
        this.provisioning = provisioning;
        this.buckets = buckets;
        this.ownership = ownership;
        this.creation = creation;
        this.visits = visits;
        this.details = details;
        this.lists = lists;
    }

    @GetMapping
    @Operation(
            summary = "List the buckets of a tenant in byte order of their names, with exact counts",
            description = "Users who are no administrators see their own. Filter and order take name, owner, which is a"
                    + " user's name, region, createdAt, objects, storedBytes, takenBytes, maxBytes, maxObjects and"
                    + " quotaPercent; a limit that is not set is greater than all others.")
    Page<ListedBucketView> list(
            @PathVariable String tenant,
            @Parameter(description = "Only names that begin with it.") @RequestParam(defaultValue = "") String prefix,
            @ParameterObject @ModelAttribute ListPart part) {
        TenantId owner = provisioning.tenant(Input.tenant(tenant)).id();
        ListQuery query = part.query(AdminList.BUCKETS, beginningWith(prefix));
        @Nullable
        UserId plain = Logins.caller().plainUser().map(AdminCaller.Member::user).orElse(null);
        return ListPart.page(query, lists.buckets(owner, plain, query), ListedBucketView::of);
    }

    private static ListFilter beginningWith(String prefix) {
        if (prefix.indexOf('\0') >= 0) {
            throw new FailureException(new Failure.Invalid("prefix", "must have no zero character"));
        }
        return new ListFilter.StartsWith(AdminList.BUCKETS.key(), prefix);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a bucket with its settings, all or nothing",
            description = "If a setting fails, the new bucket is removed again, and the answer names what failed"
                    + " (OSE-2310); if the removal fails too, the answer says so (OSE-2311). Administrators create"
                    + " buckets for other users, too, and set a quota.")
    BucketView create(@PathVariable String tenant, @RequestBody NewBucketRequest bucket, HttpServletRequest request) {
        TenantId owner = Input.tenant(tenant);
        creation.create(owner, bucket, request);
        BucketName name = new BucketName(Input.required("name", bucket.name()));
        return details.view(visits.visitNew(owner, name, request));
    }

    /** @param user id of the user who is to own it */
    record NewOwner(
            @Schema(format = "uuid") @Required @Nullable String user) {}

    @PutMapping("/{bucket}/owner")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Transfer a bucket to another user of its tenant",
            description = "Its contents count for that user from then on. A platform that cannot transfer the contents"
                    + " refuses with the steps to take there; repeat the call after that.")
    void transfer(@PathVariable String tenant, @PathVariable String bucket, @RequestBody NewOwner newOwner) {
        TenantId owner = Input.tenant(tenant);
        UserId next = Input.user(Input.required("user", newOwner.user()));
        ownership.transfer(owner, BucketLookup.find(buckets, owner, bucket), next);
    }

    @GetMapping("/{bucket}")
    @Operation(
            summary = "Show a bucket with its settings",
            description = "The settings are read from the platform at the same time. Those that it does not have, that"
                    + " the caller may not read and that could not be read now are named as such. Administrators see"
                    + " every bucket of the tenant, other users their own and what is shared with them.")
    BucketView get(@PathVariable String tenant, @PathVariable String bucket, HttpServletRequest request) {
        return details.view(visits.visit(Input.tenant(tenant), bucket, request));
    }
}
