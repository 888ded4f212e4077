package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose user}. */
final class UserCommands {

    private UserCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "user",
                "Users of a tenant.",
                new ListAll(terminal),
                new Create(terminal),
                new Show(terminal),
                Group.named("disable", new Switch(terminal, "disable")),
                Group.named("enable", new Switch(terminal, "enable")));
    }

    /** Something of one tenant. */
    abstract static class OfTenant extends Tenants {

        @Option(names = "--tenant", required = true, paramLabel = "TENANT", description = "Name of the tenant.")
        private String tenant = "";

        OfTenant(Terminal terminal) {
            super(terminal);
        }

        final String tenant() {
            return tenant;
        }
    }

    @Command(name = "list", description = "Show all users of a tenant.")
    private static final class ListAll extends OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(tenantPath(tenant()) + "/users"), it -> new Table("NAME", "ROLE", "STATUS", "ID", "CREATED")
                    .rows(it, "name", "role", "status", "id", "createdAt"));
            return ExitCode.DONE;
        }
    }

    /** One user. */
    private abstract static class One extends OfTenant {

        @Parameters(paramLabel = "USER", description = "The user's name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    @Command(name = "create", description = "Make a user; shows its first key pair, whose secret is told only now.")
    private static final class Create extends One {

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                description = "TENANT_USER or TENANT_ADMIN (default: ${DEFAULT-VALUE}).")
        private String role = "TENANT_USER";

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode made = post(tenantPath(tenant()) + "/users", Json.object("name", name(), "role", role));
            show(made, it -> new Table("WHAT", "VALUE")
                    .row("name", it.path("name").asString())
                    .row("id", it.path("id").asString())
                    .row("role", it.path("role").asString())
                    .row(
                            "access key",
                            it.path("reservedCredential").path("accessKey").asString())
                    .row(
                            "secret key",
                            it.path("reservedCredential").path("secretKey").asString()));
            return ExitCode.DONE;
        }
    }

    @Command(name = "show", description = "Show one user.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(userPath(tenant(), name())));
        }
    }

    @Command(description = "Refuse or serve the requests of a user; the data stays either way.")
    private static final class Switch extends One {

        private final String verb;

        Switch(Terminal terminal, String verb) {
            super(terminal);
            this.verb = verb;
        }

        @Override
        ExitCode perform() {
            return showOne(post(userPath(tenant(), name()) + "/" + verb, null));
        }
    }
}
