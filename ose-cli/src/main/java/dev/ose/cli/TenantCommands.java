package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
                new Remap(terminal),
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

        @Option(
                names = "--platform-tenant",
                paramLabel = "ID",
                description = "Share this tenant that the platform has already, instead of making one there.")
        private @Nullable String platformTenant;

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(post(
                    TENANTS,
                    platformTenant == null
                            ? Json.object("name", name())
                            : Json.object("name", name(), "platformTenant", platformTenant)));
        }
    }

    @Command(
            name = "remap",
            description = "Map a tenant without users and buckets to another tenant that the platform has."
                    + " With --dry-run only look for users and buckets.")
    private static final class Remap extends One {

        @Option(names = "--platform-tenant", required = true, paramLabel = "ID", description = "Its id there.")
        private String platformTenant = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Remap(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String path = tenantPath(name());
            if (!dryRun.isAskedFor()) {
                return showOne(put(path + "/platform-tenant", Json.object("platformTenant", platformTenant)));
            }
            requireNone(path, "users");
            requireNone(path, "buckets");
            showOne(get(path));
            say(DryRun.SAID);
            return ExitCode.DONE;
        }

        private void requireNone(String path, String what) {
            if (!get(path + "/" + what + "?limit=1").path("items").isEmpty()) {
                throw CommandFailure.of(
                        ExitCode.REFUSED,
                        "OSE-2206",
                        "The tenant has " + what + " already.",
                        "Map another tenant, made with ose tenant create --platform-tenant.");
            }
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
