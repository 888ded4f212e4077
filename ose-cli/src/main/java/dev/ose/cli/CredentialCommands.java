package dev.ose.cli;

import dev.ose.client.ApplicationScope;
import dev.ose.client.Call;
import dev.ose.client.CredentialPatch;
import dev.ose.client.CredentialView;
import dev.ose.client.CredentialsApi;
import dev.ose.client.NewCredentialRequest;
import dev.ose.client.Rotation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
                        new Switch(terminal, CredentialsApi::disableCredential),
                        "Refuse requests that are signed with a key pair; the key pair stays."),
                Group.named(
                        "enable",
                        new Switch(terminal, CredentialsApi::enableCredential),
                        "Serve requests that are signed with a key pair again."));
    }

    /** Something of one user. */
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

    @Command(name = "list", description = "Show a user's key pairs, oldest first.")
    private static final class ListAll extends OfUser {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showAll(
                    all(CredentialsApi.listCredentials(member.tenant(), member.user())),
                    new Columns<CredentialView>()
                            .with("ACCESS KEY", CredentialView::accessKey)
                            .with("NAME", CredentialView::name)
                            .with("KIND", CredentialView::kind)
                            .with("STATUS", CredentialView::status)
                            .with("EXPIRES", CredentialView::expiresAt)
                            .with("LAST USED", it -> it.lastUsed().time())
                            .with("DESCRIPTION", CredentialView::description));
        }
    }

    @Command(name = "list-all", description = "Show the key pairs of all users of a tenant, oldest first.")
    private static final class ListOfTenant extends UserCommands.OfTenant {

        ListOfTenant(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(CredentialsApi.listTenantCredentials(tenantId())),
                    new Columns<CredentialView>()
                            .with("ACCESS KEY", CredentialView::accessKey)
                            .with("USER", CredentialView::user)
                            .with("NAME", CredentialView::name)
                            .with("KIND", CredentialView::kind)
                            .with("STATUS", CredentialView::status)
                            .with("EXPIRES", CredentialView::expiresAt)
                            .with("LAST USED", it -> it.lastUsed().time()));
        }
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
            NewCredentialRequest wanted =
                    NewCredentialRequest.of().withName(name).withDescription(description == null ? "" : description);
            if (!buckets.isEmpty()) {
                wanted = wanted.withScope(
                        ApplicationScope.of(buckets).withPrefix(prefix).withReadOnly(readOnly));
            }
            Member member = member();
            return showOne(
                    CredentialsApi.createCredential(member.tenant(), member.user(), wanted.withExpiresAt(expires)));
        }
    }

    /** One key pair. */
    private abstract static class One extends OfUser {

        @Parameters(paramLabel = "ACCESS-KEY", description = "The access key.")
        private String accessKey = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String accessKey() {
            return accessKey;
        }
    }

    @Command(name = "show", description = "Show a key pair without its secret.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(CredentialsApi.getCredential(member.tenant(), member.user(), accessKey()));
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
            CredentialPatch patch = CredentialPatch.of();
            if (name != null) {
                patch = patch.withName(givenOrNull(name));
            }
            if (description != null) {
                patch = patch.withDescription(givenOrNull(description));
            }
            if (expires != null) {
                patch = patch.withExpiresAt(givenOrNull(expires));
            }
            if (patch.json().isEmpty()) {
                throw CommandFailure.incomplete(
                        "Nothing is to be changed.", "Name it with --name, --description or --expires.");
            }
            Member member = member();
            return showOne(CredentialsApi.updateCredential(member.tenant(), member.user(), accessKey(), patch));
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
            Member member = member();
            Rotation rotation = Rotation.of().withEndsAfterDays(days);
            return showOne(CredentialsApi.rotateCredential(member.tenant(), member.user(), accessKey(), rotation));
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
            Member member = member();
            ask(CredentialsApi.deleteCredential(member.tenant(), member.user(), accessKey()));
            show(Json.object("deleted", true), it -> "deleted");
            return ExitCode.DONE;
        }
    }

    /** The operation that changes the status of a key pair. */
    @FunctionalInterface
    private interface Change {

        Call<CredentialView> of(String tenant, String user, String accessKey);
    }

    @Command
    private static final class Switch extends One {

        private final Change change;

        Switch(Terminal terminal, Change change) {
            super(terminal);
            this.change = change;
        }

        @Override
        ExitCode perform() {
            Member member = member();
            return showOne(change.of(member.tenant(), member.user(), accessKey()));
        }
    }
}
