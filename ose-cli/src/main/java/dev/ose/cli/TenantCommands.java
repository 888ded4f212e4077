package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ose tenant}. */
final class TenantCommands {

    private TenantCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "tenant",
                "Tenants: the organisations that the service is for.",
                new ListAll(terminal),
                new Create(terminal),
                new Show(terminal),
                Group.named("disable", new Switch(terminal, "disable")),
                Group.named("enable", new Switch(terminal, "enable")));
    }

    @Command(name = "list", description = "Show all tenants.")
    private static final class ListAll extends Tenants {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(TENANTS), it -> new Table("NAME", "STATUS", "ID", "CREATED")
                    .rows(it, "name", "status", "id", "createdAt"));
            return ExitCode.DONE;
        }
    }

    /** One tenant. */
    private abstract static class One extends Tenants {

        @Parameters(paramLabel = "TENANT", description = "Its name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    @Command(name = "create", description = "Make a tenant, and its counterpart on the platform.")
    private static final class Create extends One {

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(post(TENANTS, Json.object("name", name())));
        }
    }

    @Command(name = "show", description = "Show one tenant.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(tenantPath(name())));
        }
    }

    @Command(description = "Refuse or serve the requests of a tenant; its data stays either way.")
    private static final class Switch extends One {

        private final String verb;

        Switch(Terminal terminal, String verb) {
            super(terminal);
            this.verb = verb;
        }

        @Override
        ExitCode perform() {
            return showOne(post(tenantPath(name()) + "/" + verb, null));
        }
    }
}
