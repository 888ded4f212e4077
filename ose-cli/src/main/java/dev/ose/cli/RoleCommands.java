package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.Map;
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
            show(all(tenantPath(tenant()) + "/roles"), it -> new Table("NAME", "DESCRIPTION", "USER", "CREATED")
                    .rows(it, "name", "description", "user", "createdAt"));
            return ExitCode.DONE;
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

        final String path() {
            return tenantPath(tenant()) + "/roles/" + encoded(role);
        }

        /** Where the role is changed: below the user as whom it acts. */
        final String changePath() {
            String home = tenantPath(tenant());
            String user = get(home + "/roles/" + encoded(role)).path("user").asString();
            return home + "/users/" + encoded(user) + "/roles/" + encoded(role);
        }
    }

    @Command(name = "show", description = "Show a role and who may assume it.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(path()));
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
            Map<String, @Nullable Object> draft = new LinkedHashMap<>();
            draft.put("trust", trust.read());
            draft.put("description", description);
            draft.put("maxSessionSeconds", maxSession);
            return showOne(put(userPath(tenant(), user) + "/roles/" + encoded(role()), draft));
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
            return showOne(put(changePath() + "/trust", Json.object("trust", trust.read())));
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
            return remove(path(), changePath(), dryRun, "The role is removed.");
        }
    }

    @Command(name = "list-policies", description = "Show the names of a role's policies.")
    private static final class ListPolicies extends One {

        ListPolicies(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(path() + "/policies"), it -> new Table("NAME").rows(it, "name"));
            return ExitCode.DONE;
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
            return "/policies/" + encoded(name);
        }
    }

    @Command(name = "show-policy", description = "Show a policy of a role.")
    private static final class ShowPolicy extends OnePolicy {

        ShowPolicy(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(path() + policy()));
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
            return showOne(put(changePath() + policy(), Json.object("document", document.read())));
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
            return remove(path() + policy(), changePath() + policy(), dryRun, "The policy is removed.");
        }
    }
}
