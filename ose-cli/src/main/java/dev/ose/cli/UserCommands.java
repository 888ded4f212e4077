package dev.ose.cli;

import dev.ose.client.Adoption;
import dev.ose.client.AdoptionApi;
import dev.ose.client.Call;
import dev.ose.client.NewUser;
import dev.ose.client.NewUserView;
import dev.ose.client.OpenSessionView;
import dev.ose.client.UserPatch;
import dev.ose.client.UserView;
import dev.ose.client.UsersApi;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
                        "disable",
                        new Switch(terminal, UsersApi::disableUser),
                        "Refuse the requests of a user; the data stays."),
                Group.named(
                        "enable", new Switch(terminal, UsersApi::enableUser), "Serve the requests of a user again."));
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

        final String tenantId() {
            return tenantId(tenant);
        }
    }

    @Command(name = "list", description = "Show all users of a tenant.")
    private static final class ListAll extends OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(UsersApi.listUsers(tenantId())),
                    new Columns<UserView>()
                            .with("NAME", UserView::name)
                            .with("DISPLAY NAME", UserView::displayName)
                            .with("ROLE", UserView::role)
                            .with("STATUS", UserView::status)
                            .with("ID", UserView::id)
                            .with("CREATED", UserView::createdAt)
                            .with("LAST SEEN", UserView::lastSeen));
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

        final Member member() {
            return member(tenant(), name);
        }
    }

    @Command(name = "sessions", description = "Show the sessions of a user at the management API, the latest first.")
    private static final class ListSessions extends One {

        ListSessions(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showAll(
                    ask(UsersApi.listUserSessions(member.tenant(), member.user()))
                            .items(),
                    new Columns<OpenSessionView>()
                            .with("ID", OpenSessionView::id)
                            .with("DEVICE", OpenSessionView::device)
                            .with("ADDRESS", OpenSessionView::address)
                            .with("SINCE", OpenSessionView::createdAt)
                            .with("LAST USED", OpenSessionView::lastUsedAt));
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
            Member member = member();
            ask(
                    session == null
                            ? UsersApi.endUserSessions(member.tenant(), member.user())
                            : UsersApi.endUserSession(member.tenant(), member.user(), session));
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

        final ExitCode showMade(NewUserView made) {
            show(made.json(), json -> new Table("WHAT", "VALUE")
                    .row("name", made.name())
                    .row("id", made.id())
                    .row("role", made.role())
                    .row("access key", made.reservedCredential().accessKey())
                    .row("secret key", made.reservedCredential().secretKey()));
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
            NewUser user = NewUser.of(name()).withRole(role());
            return showMade(ask(UsersApi.createUser(tenantId(), user)));
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
            String tenant = tenantId();
            Adoption wanted = Adoption.of(name(), platformUser).withRole(role());
            if (!dryRun.isAskedFor()) {
                return showMade(ask(AdoptionApi.adoptUser(tenant, wanted)));
            }
            if (!ask(UsersApi.listUsers(tenant).name(name())).items().isEmpty()) {
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
            Member member = member();
            return showOne(UsersApi.getUser(member.tenant(), member.user()));
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
            UserPatch patch = UserPatch.of();
            if (displayName != null) {
                patch = patch.withDisplayName(givenOrNull(displayName));
            }
            if (email != null) {
                patch = patch.withEmail(givenOrNull(email));
            }
            if (role != null) {
                patch = patch.withRole(role);
            }
            if (patch.json().isEmpty()) {
                throw CommandFailure.incomplete(
                        "Nothing is to be changed.", "Name it with --display-name, --email or --role.");
            }
            Member member = member();
            return showOne(UsersApi.updateUser(member.tenant(), member.user(), patch));
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
            Member member = member();
            String to = newOwner == null ? null : member(tenant(), newOwner).user();
            return remove(
                    UsersApi.getUser(member.tenant(), member.user()),
                    UsersApi.deleteUser(member.tenant(), member.user()).newOwner(to),
                    dryRun,
                    "The user is removed.");
        }
    }

    @Command
    private static final class Switch extends One {

        private final BiFunction<String, String, Call<UserView>> change;

        Switch(Terminal terminal, BiFunction<String, String, Call<UserView>> change) {
            super(terminal);
            this.change = change;
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(change.apply(member.tenant(), member.user()));
        }
    }
}
