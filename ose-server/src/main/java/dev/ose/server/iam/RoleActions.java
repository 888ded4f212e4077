package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.Roles;
import java.time.Duration;
import java.util.List;

/**
 * Actions on the tenant's roles, for its administrators. A role acts as the administrator who created it, within its
 * policies; changing it is impersonation of that administrator.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html">CreateRole</a>
 */
final class RoleActions {

    private static final int PAGE = 1000;

    /** Pages may be shorter than requested: each role may have a document of many kibibytes. */
    private static final int MAX_PAGE = 50;

    private static final int MIN_SECONDS = 3_600;
    private static final int MAX_SECONDS = 43_200;

    /** Would restrict a role but is not supported: ignoring it would grant more than requested. */
    private static final String BOUNDARY = "PermissionsBoundary";

    private final TargetUser targets;
    private final Roles roles;

    RoleActions(TargetUser targets, Roles roles) {
        this.targets = targets;
        this.roles = roles;
    }

    String create(IamCall call) {
        RoleArn arn = permitted(call);
        if (call.parameters().has(BOUNDARY)) {
            throw new FailureException(new Failure.Invalid(BOUNDARY, "is not offered"));
        }
        String path = call.parameters().find("Path");
        if (path != null && !path.equals("/")) {
            throw new FailureException(new Failure.Invalid("Path", "must be /"));
        }
        String description = call.parameters().find("Description");
        int longest = call.parameters().number("MaxSessionDuration", MIN_SECONDS, MAX_SECONDS, MIN_SECONDS);
        AssumableRole made = roles.create(
                new Roles.Draft(
                        arn,
                        call.parameters().require("AssumeRolePolicyDocument"),
                        description == null ? "" : description,
                        Duration.ofSeconds(longest)),
                call.caller().user());
        return document(call, made);
    }

    String get(IamCall call) {
        return document(call, required(call));
    }

    private static String document(IamCall call, AssumableRole role) {
        return IamDocument.success(call, xml -> {
            role(xml.start("Role"), role);
            xml.end();
        });
    }

    /** The marker is the last name of the previous page. */
    String list(IamCall call) {
        targets.requireAdministrator(call);
        call.requirePermission(new RoleArn(call.caller().tenant(), "*").toString());
        String marker = call.parameters().marker();
        int limit = Math.min(MAX_PAGE, call.parameters().number("MaxItems", 1, PAGE, MAX_PAGE));
        List<AssumableRole> found = roles.list(call.caller().tenant(), marker, limit + 1);
        return IamDocument.page(call, "Roles", found, limit, AssumableRole::name, RoleActions::role);
    }

    String delete(IamCall call) {
        roles.delete(requiredToChange(call));
        return nothing(call);
    }

    String updateTrust(IamCall call) {
        roles.setTrust(requiredToChange(call), call.parameters().require("PolicyDocument"));
        return nothing(call);
    }

    String putPolicy(IamCall call) {
        roles.putPolicy(
                requiredToChange(call),
                call.parameters().requireName("PolicyName"),
                call.parameters().require("PolicyDocument"));
        return nothing(call);
    }

    String getPolicy(IamCall call) {
        AssumableRole role = required(call);
        String name = call.parameters().requireName("PolicyName");
        String document = roles.policy(role, name);
        return IamDocument.success(call, xml -> xml.element("RoleName", role.name())
                .element("PolicyName", name)
                .element("PolicyDocument", IamDocument.encoded(document)));
    }

    String listPolicies(IamCall call) {
        List<String> names = roles.policyNames(required(call));
        return IamDocument.success(call, xml -> {
            xml.start("PolicyNames");
            names.forEach(name -> xml.element("member", name));
            xml.end().element("IsTruncated", false);
        });
    }

    String deletePolicy(IamCall call) {
        roles.deletePolicy(requiredToChange(call), call.parameters().requireName("PolicyName"));
        return nothing(call);
    }

    /** The ARN of the named role in the caller's tenant, after the permission check and before any lookup. */
    private RoleArn permitted(IamCall call) {
        targets.requireAdministrator(call);
        RoleArn arn = new RoleArn(call.caller().tenant(), call.parameters().requireName("RoleName"));
        call.requirePermission(arn.toString());
        return arn;
    }

    private AssumableRole required(IamCall call) {
        return roles.get(permitted(call));
    }

    /** The named role, if the caller may impersonate the user that it acts as. */
    private AssumableRole requiredToChange(IamCall call) {
        AssumableRole role = required(call);
        targets.requireImpersonation(call, role.actsAs());
        return role;
    }

    private static String nothing(IamCall call) {
        return IamDocument.success(call, xml -> {});
    }

    private static void role(XmlWriter xml, AssumableRole role) {
        xml.element("Path", "/")
                .element("RoleName", role.name())
                .element("RoleId", role.id().toString())
                .element("Arn", role.arn().toString())
                .element("CreateDate", role.createdAt().toString())
                .element("AssumeRolePolicyDocument", IamDocument.encoded(role.trust()))
                .element("Description", role.description())
                .element("MaxSessionDuration", Long.toString(role.longest().toSeconds()));
    }
}
