package dev.ose.cli;

import dev.ose.control.NodeCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose credential}. */
final class CredentialCommands {

    private CredentialCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "credential",
                "Key pairs of a user.",
                new ListAll(terminal),
                new ListOfTenant(terminal),
                new Show(terminal),
                new Create(terminal),
                new Set(terminal),
                new Rotate(terminal),
                new Delete(terminal),
                Group.named(
                        "disable",
                        new Switch(terminal, "disable"),
                        "Refuse requests that are signed with a key pair; the key pair stays."),
                Group.named(
                        "enable",
                        new Switch(terminal, "enable"),
                        "Serve requests that are signed with a key pair again."));
    }

    /** Something of one user. */
    private abstract static class OfUser extends UserCommands.OfTenant {

        @Option(names = "--user", required = true, paramLabel = "USER", description = "Name of the user.")
        private String user = "";

        OfUser(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return userPath(tenant(), user) + "/credentials";
        }
    }

    @Command(name = "list", description = "Show a user's key pairs, oldest first.")
    private static final class ListAll extends OfUser {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(path()), it -> {
                Table table = new Table("ACCESS KEY", "NAME", "KIND", "STATUS", "EXPIRES", "LAST USED", "DESCRIPTION");
                it.forEach(each -> table.row(
                        text(each, "accessKey"),
                        text(each, "name"),
                        text(each, "kind"),
                        text(each, "status"),
                        text(each, "expiresAt"),
                        text(each.path("lastUsed"), "time"),
                        text(each, "description")));
                return table;
            });
            return ExitCode.DONE;
        }
    }

    @Command(name = "list-all", description = "Show the key pairs of all users of a tenant, oldest first.")
    private static final class ListOfTenant extends UserCommands.OfTenant {

        ListOfTenant(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(tenantPath(tenant()) + "/credentials"), it -> {
                Table table = new Table("ACCESS KEY", "USER", "NAME", "KIND", "STATUS", "EXPIRES", "LAST USED");
                it.forEach(each -> table.row(
                        text(each, "accessKey"),
                        text(each, "user"),
                        text(each, "name"),
                        text(each, "kind"),
                        text(each, "status"),
                        text(each, "expiresAt"),
                        text(each.path("lastUsed"), "time")));
                return table;
            });
            return ExitCode.DONE;
        }
    }

    private static String text(JsonNode holder, String field) {
        return holder.path(field).asString("");
    }

    @Command(name = "create", description = "Create a key pair; its secret is shown only once.")
    private static final class Create extends OfUser {

        @Option(names = "--name", paramLabel = "NAME", description = "Its name, unique among the user's key pairs.")
        private @Nullable String name;

        @Option(names = "--description", paramLabel = "TEXT", description = "Its description.")
        private @Nullable String description;

        @Option(
                names = "--bucket",
                paramLabel = "BUCKET",
                description = "Only the objects of this bucket; may be given several times.")
        private List<String> buckets = List.of();

        @Option(names = "--prefix", paramLabel = "TEXT", description = "With --bucket: only keys with this prefix.")
        private @Nullable String prefix;

        @Option(names = "--read-only", description = "With --bucket: read-only access.")
        private boolean readOnly;

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description = "When it expires, such as 2027-01-31T00:00:00Z.")
        private @Nullable String expires;

        Create(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (buckets.isEmpty() && (prefix != null || readOnly)) {
                throw CommandFailure.incomplete(
                        "--prefix and --read-only limit the access to buckets.", "Name them with --bucket.");
            }
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            body.put("name", name);
            body.put("description", description == null ? "" : description);
            if (!buckets.isEmpty()) {
                Map<String, @Nullable Object> scope = new LinkedHashMap<>();
                scope.put("buckets", buckets);
                scope.put("prefix", prefix);
                scope.put("readOnly", readOnly);
                body.put("scope", scope);
            }
            body.put("expiresAt", expires);
            return showOne(post(path(), body));
        }
    }

    /** One key pair. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "ACCESS-KEY", description = "The access key.")
        private String accessKey = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String keyPath() {
            return path() + "/" + encoded(accessKey);
        }
    }

    @Command(name = "show", description = "Show a key pair without its secret.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(keyPath()));
        }
    }

    @Command(name = "set", description = "Change name, description or expiry of a key pair; an empty text removes it.")
    private static final class Set extends One {

        @Option(names = "--name", paramLabel = "NAME", description = "Its new name.")
        private @Nullable String name;

        @Option(names = "--description", paramLabel = "TEXT", description = "Its new description.")
        private @Nullable String description;

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description = "When it expires, such as 2027-01-31T00:00:00Z.")
        private @Nullable String expires;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            Json.change(body, "name", name);
            Json.change(body, "description", description);
            Json.change(body, "expiresAt", expires);
            if (body.isEmpty()) {
                throw CommandFailure.incomplete(
                        "Nothing is to be changed.", "Name it with --name, --description or --expires.");
            }
            return showOne(patch(keyPath(), body));
        }
    }

    @Command(
            name = "rotate",
            description = "Create a key pair in the place of another, which ends some days later; the new secret is"
                    + " shown only once.")
    private static final class Rotate extends One {

        @Option(
                names = "--ends-after",
                paramLabel = "DAYS",
                defaultValue = "7",
                description =
                        "Days for which the former key pair is still served, 0 to 90; ${DEFAULT-VALUE} if absent.")
        private int days;

        Rotate(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(post(keyPath() + "/rotate", Map.of("endsAfterDays", days)));
        }
    }

    @Command(
            name = "delete",
            description = "Delete a key pair; requests that are signed with it are refused from then on.")
    private static final class Delete extends One {

        Delete(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            ask(new NodeCommand("DELETE", keyPath(), null));
            show(Json.object("deleted", true), it -> "deleted");
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
            return showOne(post(keyPath() + "/" + verb, null));
        }
    }
}
