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

/** {@code ose user}. */
final class UserCommands {

    private UserCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "user",
                "Users of a tenant.",
                new ListAll(terminal),
                new Create(terminal),
                new Adopt(terminal),
                new Show(terminal),
                new Set(terminal),
                new Remove(terminal),
                new ListSessions(terminal),
                new EndSessions(terminal),
                Group.named(
                        "disable", new Switch(terminal, "disable"), "Refuse the requests of a user; the data stays."),
                Group.named("enable", new Switch(terminal, "enable"), "Serve the requests of a user again."));
    }

    /** Something of one tenant. */
    abstract static class OfTenant extends AdminCommand {

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
            show(all(tenantPath(tenant()) + "/users"), it -> new Table(
                            "NAME", "DISPLAY NAME", "ROLE", "STATUS", "ID", "CREATED", "LAST SEEN")
                    .rows(it, "name", "displayName", "role", "status", "id", "createdAt", "lastSeen"));
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

    @Command(name = "sessions", description = "Show the sessions of a user at the management API, the latest first.")
    private static final class ListSessions extends One {

        ListSessions(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(get(userPath(tenant(), name()) + "/sessions").path("items"), it -> new Table(
                            "ID", "DEVICE", "ADDRESS", "SINCE", "LAST USED")
                    .rows(it, "id", "device", "address", "createdAt", "lastUsedAt"));
            return ExitCode.DONE;
        }
    }

    @Command(name = "end-sessions", description = "End the sessions of a user at the management API.")
    private static final class EndSessions extends One {

        @Option(names = "--session", paramLabel = "ID", description = "Only this one.")
        private @Nullable String session;

        EndSessions(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            delete(userPath(tenant(), name()) + "/sessions" + (session == null ? "" : "/" + encoded(session)));
            show(Json.object("ended", true), it -> "ended");
            return ExitCode.DONE;
        }
    }

    /** A command that creates a user. */
    private abstract static class Newcomer extends One {

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                description = "TENANT_USER or TENANT_ADMIN (default: ${DEFAULT-VALUE}).")
        private String role = "TENANT_USER";

        Newcomer(Terminal terminal) {
            super(terminal);
        }

        final String role() {
            return role;
        }

        final ExitCode showMade(JsonNode made) {
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

    @Command(name = "create", description = "Create a user; shows its first key pair, whose secret is shown only once.")
    private static final class Create extends Newcomer {

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showMade(post(tenantPath(tenant()) + "/users", Json.object("name", name(), "role", role())));
        }
    }

    @Command(
            name = "adopt",
            description = "Create a user from an existing one of the platform, which keeps its buckets and key pairs;"
                    + " shows the reserved pair, whose secret is shown only once. With --dry-run only check that"
                    + " the name is free.")
    private static final class Adopt extends Newcomer {

        @Option(
                names = "--platform-user",
                required = true,
                paramLabel = "ID",
                description = "The platform's id of the user, who is in the tenant's tenant there.")
        private String platformUser = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Adopt(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String users = tenantPath(tenant()) + "/users";
            JsonNode wanted = Json.object("name", name(), "role", role(), "platformUser", platformUser);
            if (!dryRun.isAskedFor()) {
                return showMade(post(users + "/adopt", wanted));
            }
            if (!get(users + "?name=" + encoded(name())).path("items").isEmpty()) {
                throw CommandFailure.of(
                        ExitCode.REFUSED,
                        "OSE-2205",
                        "There is a user " + name() + " already.",
                        "Give another name. What an interrupted adoption left is finished by repeating it.");
            }
            showOne(wanted);
            say(DryRun.SAID);
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

    @Command(
            name = "set",
            description = "Change a user. An empty display name or e-mail address removes it. Another role ends the"
                    + " sessions of the user.")
    private static final class Set extends One {

        @Option(names = "--display-name", paramLabel = "NAME", description = "Its new name for people.")
        private @Nullable String displayName;

        @Option(
                names = "--email",
                paramLabel = "ADDRESS",
                description = "Its new e-mail address, which is not verified.")
        private @Nullable String email;

        @Option(names = "--role", paramLabel = "ROLE", description = "TENANT_USER or TENANT_ADMIN.")
        private @Nullable String role;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            Json.change(body, "displayName", displayName);
            Json.change(body, "email", email);
            if (role != null) {
                body.put("role", role);
            }
            if (body.isEmpty()) {
                throw CommandFailure.incomplete(
                        "Nothing is to be changed.", "Name it with --display-name, --email or --role.");
            }
            return showOne(patch(userPath(tenant(), name()), body));
        }
    }

    @Command(
            name = "remove",
            description =
                    "Remove a user permanently, with its key pairs; its name is free again. Its buckets must have been"
                            + " transferred to others, or are transferred to the new owner. With --dry-run only show"
                            + " the user, and check that the new owner exists.")
    private static final class Remove extends One {

        @Option(
                names = "--transfer-to",
                paramLabel = "USER",
                description = "Name of the tenant's user to whom its buckets are transferred.")
        private @Nullable String newOwner;

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String path = userPath(tenant(), name());
            String to = newOwner == null
                    ? ""
                    : "?newOwner="
                            + get(userPath(tenant(), newOwner)).path("id").asString();
            JsonNode user = get(path);
            if (!dryRun.isAskedFor()) {
                delete(path + to);
            }
            showOne(user);
            say(dryRun.isAskedFor() ? DryRun.SAID : "The user is removed.");
            return ExitCode.DONE;
        }
    }

    @Command
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
