package dev.ose.cli;

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

        final String policies() {
            return userPath(tenant(), user) + "/policies";
        }
    }

    @Command(name = "list", description = "Show the names of a user's policies.")
    private static final class ListAll extends OfUser {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(policies()), it -> new Table("NAME").rows(it, "name"));
            return ExitCode.DONE;
        }
    }

    /** One policy. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "NAME", description = "Name of the policy.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return policies() + "/" + encoded(name);
        }
    }

    @Command(name = "show", description = "Show a policy of a user.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(path()));
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
            return showOne(put(path(), Json.object("document", document.read())));
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
            return remove(path(), dryRun, "The policy is removed.");
        }
    }
}
