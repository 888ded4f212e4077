package dev.ose.server.admin.bucket;

import dev.ose.server.access.CheckedRequest;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who may do what with a bucket, and why. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets/{bucket}")
@Tag(name = "Buckets")
public class AccessController {

    private final BucketDirectory buckets;
    private final AccessQuestions check;
    private final AccessSummaries summaries;

    public AccessController(BucketDirectory buckets, AccessQuestions check, AccessSummaries summaries) {
        this.buckets = buckets;
        this.check = check;
        this.summaries = summaries;
    }

    @PostMapping("/access-check")
    @Operation(
            summary = "Check whether a principal may perform an action on a bucket or object, and why",
            description = "Nothing is performed; what decides about requests decides here. Of a request without a"
                    + " body, other headers or an upload: conditions on those are evaluated as for a request without."
                    + " UNKNOWN if the platform does not explain its decisions, if the object whose owner and ACL"
                    + " decide does not exist, if the initiator of an upload decides, and if the bucket admits a user"
                    + " whom the caller may not see: one of another tenant, and, for users without the role"
                    + " TENANT_ADMIN, a colleague whom neither the policy nor the ACL of the bucket names. The answer"
                    + " about such a user is the same if there is none of that name or id; administrators get 404.")
    AccessView check(
            @PathVariable String tenant,
            @PathVariable String bucket,
            @RequestBody AccessCheckRequest question,
            HttpServletRequest request) {
        Bucket checked = bucket(Input.tenant(tenant), bucket);
        String named = Input.required("principal", question.principal());
        CheckedRequest asked = question.checked(checked.name());
        AuditedSubject.noteCheckedAccess(request, named, asked.action().name(), question.key());
        requireListing(checked, question.key(), request);
        RequestFacts facts = question.facts(asked, request);
        return check.view(checked, check.principal(checked, named, request), asked, facts, request);
    }

    @GetMapping("/access")
    @Operation(
            summary = "Show who may read and write a bucket or object, and why",
            description = "The owner, the public, users of the tenant, and each principal that the bucket's policy or"
                    + " ACL names, each checked as by CheckAccess from the client of this call: for a bucket whether"
                    + " it may list objects and change the policy, with a key whether it may read, write and delete"
                    + " the object.")
    AccessSummary show(
            @PathVariable String tenant,
            @PathVariable String bucket,
            @Parameter(description = "The object; the bucket if absent.") @RequestParam @Nullable String key,
            HttpServletRequest request) {
        Bucket shown = bucket(Input.tenant(tenant), bucket);
        if (key != null) {
            AuditedSubject.noteObject(request, key);
        }
        AdminGuard.requireActions(List.of("s3:GetBucketAcl"), shown.name(), request);
        requireListing(shown, key, request);
        return summaries.of(shown, key, request);
    }

    /** An answer about an object shows whether there is one. */
    private static void requireListing(Bucket bucket, @Nullable String key, HttpServletRequest request) {
        if (key != null) {
            AdminGuard.requireActions(List.of("s3:ListBucket"), bucket.name(), request);
        }
    }

    /** The bucket, if the caller is its owner or an administrator; otherwise it looks missing. */
    private Bucket bucket(TenantId tenant, String name) {
        Bucket found = BucketLookup.find(buckets, tenant, name);
        boolean isInside = Logins.caller()
                .plainUser()
                .filter((AdminCaller.Member it) -> !it.user().equals(found.owner()))
                .isEmpty();
        if (!isInside) {
            throw new FailureException(new Failure.NotFound("bucket", name));
        }
        return found;
    }
}
