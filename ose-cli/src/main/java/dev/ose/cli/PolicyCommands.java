package dev.ose.cli;

import dev.ose.client.NewPolicy;
import dev.ose.client.PolicyView;
import dev.ose.client.RolesAndPoliciesApi;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose policies}. */
final class PolicyCommands {

    private PolicyCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "policies",
                "IAM policies attached to users, who may then do only what these allow.",
                new ListAll(terminal),
                new Show(terminal),
                new Set(terminal),
                new Remove(terminal));
    }

    /** The policies of one user. */
    private abstract static class OfUser extends UserCommands.OfTenant {

        @Option(names = "--user", required = true, paramLabel = "USER", description = "Name of the user.")
        private String user = "";

        OfUser(Terminal terminal) {
            super(terminal);
        }

        final Member member() {
            return member(tenant(), user);
        }
    }

    @Command(name = "list", description = "Show the names of a user's policies.")
    private static final class ListAll extends OfUser {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showAll(
                    all(RolesAndPoliciesApi.listUserPolicies(member.tenant(), member.user())),
                    new Columns<PolicyView>().with("NAME", PolicyView::name));
        }
    }

    /** One policy. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "NAME", description = "Name of the policy.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    @Command(name = "show", description = "Show a policy of a user.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(RolesAndPoliciesApi.getUserPolicy(member.tenant(), member.user(), name()));
        }
    }

    @Command(name = "set", description = "Attach a policy to a user, or replace it.")
    private static final class Set extends One {

        @Mixin
        private DocumentInput document = new DocumentInput();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            NewPolicy draft = NewPolicy.of(document.read());
            return showOne(RolesAndPoliciesApi.putUserPolicy(member.tenant(), member.user(), name(), draft));
        }
    }

    @Command(
            name = "remove",
            description = "Detach a policy from a user. A user without policies has the rights of its role.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return remove(
                    RolesAndPoliciesApi.getUserPolicy(member.tenant(), member.user(), name()),
                    RolesAndPoliciesApi.deleteUserPolicy(member.tenant(), member.user(), name()),
                    dryRun,
                    "The policy is removed.");
        }
    }
}
