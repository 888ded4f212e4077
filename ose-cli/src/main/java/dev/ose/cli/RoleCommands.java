package dev.ose.cli;

import dev.ose.client.NewPolicy;
import dev.ose.client.NewRole;
import dev.ose.client.NewTrust;
import dev.ose.client.PolicyView;
import dev.ose.client.RoleView;
import dev.ose.client.RolesAndPoliciesApi;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose roles}. */
final class RoleCommands {

    private RoleCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "roles",
                "IAM roles of a tenant, which others assume for a limited time.",
                new ListAll(terminal),
                new Show(terminal),
                new Create(terminal),
                new SetTrust(terminal),
                new Remove(terminal),
                new ListPolicies(terminal),
                new ShowPolicy(terminal),
                new SetPolicy(terminal),
                new RemovePolicy(terminal));
    }

    @Command(name = "list", description = "Show the roles of a tenant.")
    private static final class ListAll extends UserCommands.OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(RolesAndPoliciesApi.listRoles(tenantId())),
                    new Columns<RoleView>()
                            .with("NAME", RoleView::name)
                            .with("DESCRIPTION", RoleView::description)
                            .with("USER", RoleView::user)
                            .with("CREATED", RoleView::createdAt));
        }
    }

    /** One role. */
    private abstract static class One extends UserCommands.OfTenant {

        @Parameters(index = "0", paramLabel = "ROLE", description = "Name of the role.")
        private String role = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String role() {
            return role;
        }

        /** The user as whom the role acts, by whom it is changed. */
        final Member owner() {
            String tenant = tenantId();
            return new Member(
                    tenant, ask(RolesAndPoliciesApi.getRole(tenant, role)).user());
        }
    }

    @Command(name = "show", description = "Show a role and who may assume it.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(RolesAndPoliciesApi.getRole(tenantId(), role()));
        }
    }

    @Command(
            name = "create",
            description = "Make a role that acts as an administrator of the tenant. It allows nothing until it has"
                    + " policies.")
    private static final class Create extends One {

        @Option(
                names = "--user",
                required = true,
                paramLabel = "USER",
                description = "Name of the administrator as whom the role acts.")
        private String user = "";

        /** The trust policy. */
        @Mixin
        private DocumentInput trust = new DocumentInput();

        @Option(names = "--description", paramLabel = "TEXT", description = "What the role is for.")
        private @Nullable String description;

        @Option(
                names = "--max-session",
                paramLabel = "SECONDS",
                description = "How long its sessions last at most, 3600 to 43200 (default: 3600).")
        private @Nullable Integer maxSession;

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewRole draft =
                    NewRole.of(trust.read()).withDescription(description).withMaxSessionSeconds(maxSession);
            Member owner = member(tenant(), user);
            return showOne(RolesAndPoliciesApi.createRole(owner.tenant(), owner.user(), role(), draft));
        }
    }

    @Command(name = "set-trust", description = "Say who may assume a role from now on. Open sessions go on.")
    private static final class SetTrust extends One {

        @Mixin
        private DocumentInput trust = new DocumentInput();

        SetTrust(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member owner = owner();
            NewTrust draft = NewTrust.of(trust.read());
            return showOne(RolesAndPoliciesApi.putRoleTrust(owner.tenant(), owner.user(), role(), draft));
        }
    }

    @Command(name = "remove", description = "Delete a role with its policies, and end its sessions.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member owner = owner();
            return remove(
                    RolesAndPoliciesApi.getRole(owner.tenant(), role()),
                    RolesAndPoliciesApi.deleteRole(owner.tenant(), owner.user(), role()),
                    dryRun,
                    "The role is removed.");
        }
    }

    @Command(name = "list-policies", description = "Show the names of a role's policies.")
    private static final class ListPolicies extends One {

        ListPolicies(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(RolesAndPoliciesApi.listRolePolicies(tenantId(), role())),
                    new Columns<PolicyView>().with("NAME", PolicyView::name));
        }
    }

    /** One policy of a role. */
    private abstract static class OnePolicy extends One {

        @Parameters(index = "1", paramLabel = "NAME", description = "Name of the policy.")
        private String name = "";

        OnePolicy(Terminal terminal) {
            super(terminal);
        }

        final String policy() {
            return name;
        }
    }

    @Command(name = "show-policy", description = "Show a policy of a role.")
    private static final class ShowPolicy extends OnePolicy {

        ShowPolicy(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(RolesAndPoliciesApi.getRolePolicy(tenantId(), role(), policy()));
        }
    }

    @Command(name = "set-policy", description = "Give a role a policy, or replace it.")
    private static final class SetPolicy extends OnePolicy {

        @Mixin
        private DocumentInput document = new DocumentInput();

        SetPolicy(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member owner = owner();
            NewPolicy draft = NewPolicy.of(document.read());
            return showOne(RolesAndPoliciesApi.putRolePolicy(owner.tenant(), owner.user(), role(), policy(), draft));
        }
    }

    @Command(name = "remove-policy", description = "Take a policy away from a role.")
    private static final class RemovePolicy extends OnePolicy {

        @Mixin
        private DryRun dryRun = new DryRun();

        RemovePolicy(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member owner = owner();
            return remove(
                    RolesAndPoliciesApi.getRolePolicy(owner.tenant(), role(), policy()),
                    RolesAndPoliciesApi.deleteRolePolicy(owner.tenant(), owner.user(), role(), policy()),
                    dryRun,
                    "The policy is removed.");
        }
    }
}
