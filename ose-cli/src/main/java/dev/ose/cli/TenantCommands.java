package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose tenant}. */
final class TenantCommands {

    private TenantCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "tenant",
                "Tenants: the organisations that use the service.",
                new ListAll(terminal),
                new Create(terminal),
                new Show(terminal),
                new Remap(terminal),
                new Remove(terminal),
                new Organisation(terminal),
                new Link(terminal),
                new Unlink(terminal),
                new Disable(terminal),
                new Enable(terminal));
    }

    @Command(name = "list", description = "Show all tenants.")
    private static final class ListAll extends AdminCommand {

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
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "TENANT", description = "Its name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }

        final void requireNone(String path, String what, String code, String hint) {
            if (!get(path + "/" + what + "?limit=1").path("items").isEmpty()) {
                throw CommandFailure.of(ExitCode.REFUSED, code, "The tenant has " + what + ".", hint);
            }
        }
    }

    @Command(name = "create", description = "Create a tenant, and its counterpart on the platform.")
    private static final class Create extends One {

        @Option(
                names = "--platform-tenant",
                paramLabel = "ID",
                description = "Use this existing tenant of the platform, instead of creating one there.")
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
            description = "Map a tenant without users and buckets to another existing tenant of the platform."
                    + " With --dry-run only check for users and buckets.")
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
            String hint = "Map another tenant, created with ose tenant create --platform-tenant.";
            requireNone(path, "users", "OSE-2206", hint);
            requireNone(path, "buckets", "OSE-2206", hint);
            showOne(get(path));
            say(DryRun.SAID);
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "remove",
            description = "Remove a tenant without users and buckets. With --dry-run only check for users and buckets.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String path = tenantPath(name());
            JsonNode tenant = get(path);
            if (dryRun.isAskedFor()) {
                String hint = "Remove its users first, with their buckets or with --transfer-to.";
                requireNone(path, "users", "OSE-2209", hint);
                requireNone(path, "buckets", "OSE-2209", hint);
            } else {
                delete(path);
            }
            showOne(tenant);
            say(dryRun.isAskedFor() ? DryRun.SAID : "The tenant is removed.");
            return ExitCode.DONE;
        }
    }

    /** The organisation of Cloud Director that a tenant is. */
    private static String organisation(String tenantPath) {
        return tenantPath + "/director-organisation";
    }

    @Command(name = "organisation", description = "Show which organisation of Cloud Director a tenant is.")
    private static final class Organisation extends One {

        Organisation(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(organisation(tenantPath(name()))));
        }
    }

    @Command(
            name = "link",
            description = "Make a tenant an organisation of Cloud Director, whose users are users of the tenant then.")
    private static final class Link extends One {

        @Option(
                names = "--organisation",
                required = true,
                paramLabel = "ID",
                description = "Its UUID or URN in Cloud Director.")
        private String id = "";

        Link(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(put(organisation(tenantPath(name())), Json.object("organisation", id)));
        }
    }

    @Command(
            name = "unlink",
            description = "Have a tenant be no organisation of Cloud Director; its users stay. With --dry-run only show"
                    + " which one it is.")
    private static final class Unlink extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Unlink(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(organisation(tenantPath(name())), dryRun, "The tenant is no organisation any more.");
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

    @Command(name = "disable", description = "Refuse the requests of a tenant; its data stays.")
    private static final class Disable extends One {

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "Why, shown with the tenant; an empty one removes that which was given.")
        private @Nullable String reason;

        Disable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (reason == null) {
                return showOne(post(tenantPath(name()) + "/disable", null));
            }
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            body.put("status", "DISABLED");
            Json.change(body, "suspensionReason", reason);
            return showOne(patch(tenantPath(name()), body));
        }
    }

    @Command(name = "enable", description = "Serve the requests of a tenant again.")
    private static final class Enable extends One {

        Enable(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(post(tenantPath(name()) + "/enable", null));
        }
    }
}
