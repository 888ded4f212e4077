package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.UserPolicies;
import java.util.List;

/**
 * Actions on the tenant's users and their policies. A user without policies has the rights of its role; from the first
 * policy on, it may do only what its policies allow.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/APIReference/API_PutUserPolicy.html">PutUserPolicy</a>
 */
final class UserActions {

    private static final int PAGE = 1000;

    private final TargetUser targets;
    private final Provisioning provisioning;
    private final UserPolicies policies;

    UserActions(TargetUser targets, Provisioning provisioning, UserPolicies policies) {
        this.targets = targets;
        this.provisioning = provisioning;
        this.policies = policies;
    }

    String get(IamCall call) {
        User user = targets.find(call);
        return IamDocument.success(call, xml -> {
            user(xml.start("User"), call, user);
            xml.end();
        });
    }

    /** The marker is the last name of the previous page. */
    String list(IamCall call) {
        call.requirePermission(call.userArn("*"));
        targets.requireAdministrator(call);
        String marker = call.parameters().marker();
        int limit = call.parameters().number("MaxItems", 1, PAGE, 100);
        List<User> found = provisioning.listUsers(call.caller().tenant(), marker, limit + 1);
        return IamDocument.page(call, "Users", found, limit, User::name, (xml, user) -> user(xml, call, user));
    }

    String putPolicy(IamCall call) {
        User user = targets.findForAdministrator(call);
        policies.put(
                user.tenant(),
                user.id(),
                call.parameters().requireName("PolicyName"),
                call.parameters().require("PolicyDocument"));
        return IamDocument.success(call, xml -> {});
    }

    String getPolicy(IamCall call) {
        User user = targets.find(call);
        String name = call.parameters().requireName("PolicyName");
        String document = policies.get(user.tenant(), user.id(), name);
        return IamDocument.success(call, xml -> xml.element("UserName", user.name())
                .element("PolicyName", name)
                .element("PolicyDocument", IamDocument.encoded(document)));
    }

    String listPolicies(IamCall call) {
        User user = targets.find(call);
        List<String> names = policies.names(user.tenant(), user.id());
        return IamDocument.success(call, xml -> {
            xml.start("PolicyNames");
            names.forEach(name -> xml.element("member", name));
            xml.end().element("IsTruncated", false);
        });
    }

    String deletePolicy(IamCall call) {
        User user = targets.findForAdministrator(call);
        policies.delete(user.tenant(), user.id(), call.parameters().requireName("PolicyName"));
        return IamDocument.success(call, xml -> {});
    }

    private static void user(XmlWriter xml, IamCall call, User user) {
        xml.element("Path", "/")
                .element("UserName", user.name())
                .element("UserId", user.id().toString())
                .element("Arn", call.userArn(user.name()))
                .element("CreateDate", user.createdAt().toString());
    }
}
