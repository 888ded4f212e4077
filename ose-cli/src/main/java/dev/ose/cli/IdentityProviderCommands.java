package dev.ose.cli;

import dev.ose.client.IdentityProviderView;
import dev.ose.client.IdentityProvidersApi;
import dev.ose.client.NewIdentityProvider;
import dev.ose.client.NewSignInClient;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose identity-providers}. */
final class IdentityProviderCommands {

    private IdentityProviderCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "identity-providers",
                "OpenID Connect identity providers of tenants, and of the provider's administrators.",
                new ListAll(terminal),
                new Set(terminal),
                new Remove(terminal),
                new ShowSignIn(terminal),
                new SetSignIn(terminal),
                new RemoveSignIn(terminal),
                AdministratorSignInCommands.list(terminal),
                AdministratorSignInCommands.show(terminal),
                AdministratorSignInCommands.set(terminal),
                AdministratorSignInCommands.remove(terminal));
    }

    @Command(name = "list", description = "Show the issuers that a tenant trusts.")
    private static final class ListAll extends UserCommands.OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(IdentityProvidersApi.listIdentityProviders(tenantId())),
                    new Columns<IdentityProviderView>()
                            .with("NAME", IdentityProviderView::name)
                            .with("ISSUER", IdentityProviderView::issuer)
                            .with("AUDIENCES", IdentityProviderView::audiences)
                            .with("CLAIM", IdentityProviderView::claim)
                            .with("CREATES USERS", IdentityProviderView::createsUsers));
        }
    }

    /** A command about one issuer. */
    private abstract static class One extends UserCommands.OfTenant {

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
            name = "set",
            description = "Trust an issuer, or replace what is set of it. Nodes read its keys over the network.")
    private static final class Set extends One {

        @Option(names = "--issuer", required = true, paramLabel = "URL", description = "The iss of its tokens.")
        private String issuer = "";

        @Option(
                names = "--audience",
                required = true,
                paramLabel = "TEXT",
                description = "An aud of its tokens; may be repeated.")
        private List<String> audiences = List.of();

        @Option(
                names = "--keys",
                paramLabel = "URL",
                description = "URL of its key set (default: as its discovery document says).")
        private @Nullable String keys;

        @Option(
                names = "--claim",
                paramLabel = "CLAIM",
                description = "The claim that identifies the user (default: sub).")
        private @Nullable String claim;

        @Option(
                names = "--user",
                paramLabel = "VALUE=USER",
                description = "The user for a value of the claim; may be repeated (default: the value is the name).")
        private @Nullable Map<String, String> users;

        @Option(names = "--create-users", description = "The first token of an unknown user creates the user.")
        private boolean isCreatingUsers;

        @Option(
                names = "--name-claim",
                paramLabel = "CLAIM",
                description = "The claim with the name of a created user (default: preferred_username).")
        private @Nullable String nameClaim;

        @Option(
                names = "--max-users",
                paramLabel = "NUMBER",
                description = "Maximum number of created users (default: 1000).")
        private @Nullable Integer maxUsers;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewIdentityProvider trust = NewIdentityProvider.of(audiences, issuer)
                    .withKeys(keys)
                    .withClaim(claim)
                    .withUsers(users)
                    .withCreatesUsers(isCreatingUsers)
                    .withNameClaim(nameClaim)
                    .withMaxUsers(maxUsers);
            return showOne(IdentityProvidersApi.putIdentityProvider(tenantId(), name(), trust));
        }
    }

    @Command(name = "remove", description = "Trust an issuer no longer. Open sessions last until they expire.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            return remove(
                    IdentityProvidersApi.getIdentityProvider(tenant, name()),
                    IdentityProvidersApi.deleteIdentityProvider(tenant, name()),
                    dryRun,
                    "The identity provider is removed.");
        }
    }

    @Command(name = "show-sign-in", description = "Show how users sign in to the admin API by an identity provider.")
    private static final class ShowSignIn extends One {

        ShowSignIn(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(IdentityProvidersApi.getSignInClient(tenantId(), name()));
        }
    }

    @Command(
            name = "set-sign-in",
            description = "Let users of the tenant sign in to the admin API by an identity provider (authorization"
                    + " code with PKCE).")
    private static final class SetSignIn extends One {

        @Option(
                names = "--client-id",
                required = true,
                paramLabel = "ID",
                description = "The client id of OSE at the provider.")
        private String clientId = "";

        /** Without a source of it, the client is a public one. */
        @Mixin
        private SecretInput secret = new SecretInput();

        @Option(
                names = "--role-claim",
                paramLabel = "CLAIM",
                description = "The claim with a user's roles (default: roles are set by OSE).")
        private @Nullable String roleClaim;

        @Option(
                names = "--administrator",
                paramLabel = "VALUE",
                description = "A value of that claim that makes a tenant administrator; may be repeated.")
        private List<String> administrators = List.of();

        SetSignIn(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewSignInClient client = NewSignInClient.of(clientId)
                    .withClientSecret(secret.findText(terminal()))
                    .withRoleClaim(roleClaim)
                    .withAdministrators(administrators);
            return showOne(IdentityProvidersApi.putSignInClient(tenantId(), name(), client));
        }
    }

    @Command(
            name = "remove-sign-in",
            description = "Let users sign in by an identity provider no longer. Open sessions last until they expire.")
    private static final class RemoveSignIn extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        RemoveSignIn(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String tenant = tenantId();
            return remove(
                    IdentityProvidersApi.getSignInClient(tenant, name()),
                    IdentityProvidersApi.deleteSignInClient(tenant, name()),
                    dryRun,
                    "Users no longer sign in by this identity provider.");
        }
    }
}
