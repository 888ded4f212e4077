package dev.ose.cli;

import dev.ose.client.AdministratorProviderView;
import dev.ose.client.AdministratorsApi;
import dev.ose.client.NewAdministratorProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands of {@code ose identity-providers} about those by which administrators of the provider sign in. */
final class AdministratorSignInCommands {

    private AdministratorSignInCommands() {}

    static AdminCommand list(Terminal terminal) {
        return new ListAll(terminal);
    }

    static AdminCommand show(Terminal terminal) {
        return new Show(terminal);
    }

    static AdminCommand set(Terminal terminal) {
        return new Set(terminal);
    }

    static AdminCommand remove(Terminal terminal) {
        return new Remove(terminal);
    }

    @Command(
            name = "list-admin-sign-in",
            description = "Show the identity providers by which administrators of the provider sign in.")
    private static final class ListAll extends AdminCommand {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(AdministratorsApi.listAdministratorProviders()),
                    new Columns<AdministratorProviderView>()
                            .with("NAME", AdministratorProviderView::name)
                            .with("ISSUER", AdministratorProviderView::issuer)
                            .with("CLIENT", AdministratorProviderView::clientId)
                            .with("ROLE CLAIM", AdministratorProviderView::roleClaim)
                            .with("ADMINISTRATORS", AdministratorProviderView::administrators));
        }
    }

    /** A command about one of them. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "Name of the identity provider.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    @Command(
            name = "show-admin-sign-in",
            description = "Show how administrators of the provider sign in by an identity provider.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(AdministratorsApi.getAdministratorProvider(name()));
        }
    }

    @Command(
            name = "set-admin-sign-in",
            description = "Let administrators of the provider sign in by an identity provider (authorization code with"
                    + " PKCE), or replace what is set of it.")
    private static final class Set extends One {

        @Option(
                names = "--issuer",
                required = true,
                paramLabel = "URL",
                description = "The iss of its tokens. Cannot be changed later.")
        private String issuer = "";

        @Option(
                names = "--client-id",
                required = true,
                paramLabel = "ID",
                description = "The client id of OSE at the identity provider.")
        private String clientId = "";

        /** Without a source of it, the client is a public one. */
        @Mixin
        private SecretInput secret = new SecretInput();

        @Option(
                names = "--name-claim",
                paramLabel = "CLAIM",
                description = "The claim with the name of a new administrator (default: preferred_username).")
        private @Nullable String nameClaim;

        @Option(
                names = "--role-claim",
                required = true,
                paramLabel = "CLAIM",
                description = "The claim with a person's roles.")
        private String roleClaim = "";

        @Option(
                names = "--administrator",
                required = true,
                paramLabel = "VALUE",
                description = "A value of that claim that makes an administrator of the provider; may be repeated.")
        private List<String> administrators = List.of();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewAdministratorProvider provider = NewAdministratorProvider.of(administrators, clientId, issuer, roleClaim)
                    .withClientSecret(secret.findText(terminal()))
                    .withNameClaim(nameClaim);
            return showOne(AdministratorsApi.putAdministratorProvider(name(), provider));
        }
    }

    @Command(
            name = "remove-admin-sign-in",
            description = "Remove an identity provider with the administrators who sign in by it, their sessions and"
                    + " tokens. Administrators with a password stay.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(
                    AdministratorsApi.getAdministratorProvider(name()),
                    AdministratorsApi.deleteAdministratorProvider(name()),
                    dryRun,
                    "The identity provider and its administrators are removed.");
        }
    }
}
