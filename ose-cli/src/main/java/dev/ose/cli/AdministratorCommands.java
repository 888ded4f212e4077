package dev.ose.cli;

import dev.ose.client.AdministratorView;
import dev.ose.client.AdministratorsApi;
import dev.ose.client.Call;
import dev.ose.client.NewAdministrator;
import dev.ose.client.NewPassword;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose administrators}. */
final class AdministratorCommands {

    private AdministratorCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "administrators",
                "Administrators of the provider, who sign in to the admin API and the portal.",
                new ListAll(terminal),
                new Add(terminal),
                Group.named(
                        "disable",
                        new Switch(terminal, AdministratorsApi::disableAdministrator),
                        "Refuse the logins of an administrator and end its sessions."
                                + " The last enabled one cannot be disabled."),
                Group.named(
                        "enable",
                        new Switch(terminal, AdministratorsApi::enableAdministrator),
                        "Accept the logins of an administrator again."),
                new Remove(terminal),
                new Password(terminal));
    }

    @Command(name = "list", description = "Show all administrators.")
    private static final class ListAll extends AdminCommand {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(AdministratorsApi.listAdministrators()),
                    new Columns<AdministratorView>()
                            .with("NAME", AdministratorView::name)
                            .with("STATUS", AdministratorView::status)
                            .with("SECOND FACTOR", AdministratorView::secondFactor)
                            .with("LAST SIGN-IN", AdministratorView::signedInAt)
                            .with("CREATED", AdministratorView::createdAt));
        }
    }

    /** One administrator. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "The administrator's name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }
    }

    /** A command that sets a password. */
    private abstract static class WithPassword extends One {

        @Mixin
        private SecretInput secret = new SecretInput();

        @Option(
                names = "--permanent",
                description = "The password need not be changed at the first sign-in, for accounts of programs.")
        private boolean isPermanent;

        WithPassword(Terminal terminal) {
            super(terminal);
        }

        final String typed() {
            return SecretInput.text(secret.readNew(terminal(), "Password"));
        }

        final boolean mustChange() {
            return !isPermanent;
        }
    }

    @Command(
            name = "add",
            description = "Add an administrator, who has to choose another password at the first sign-in.")
    private static final class Add extends WithPassword {

        Add(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(AdministratorsApi.addAdministrator(
                    NewAdministrator.of(name(), typed()).withMustChange(mustChange())));
        }
    }

    @Command
    private static final class Switch extends One {

        private final Function<String, Call<AdministratorView>> change;

        Switch(Terminal terminal, Function<String, Call<AdministratorView>> change) {
            super(terminal);
            this.change = change;
        }

        @Override
        ExitCode perform() {
            return showOne(change.apply(name()));
        }
    }

    @Command(
            name = "remove",
            description =
                    "Remove an administrator with its sessions and tokens. The last enabled one cannot be removed.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(
                    AdministratorsApi.getAdministrator(name()),
                    AdministratorsApi.deleteAdministrator(name()),
                    dryRun,
                    "The administrator is removed.");
        }
    }

    @Command(
            name = "password",
            description = "Set the password of an administrator, who has to choose another one at the next sign-in;"
                    + " ends its sessions. For a password that was lost, that of the first administrator included.")
    private static final class Password extends WithPassword {

        Password(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            NewPassword password = NewPassword.of(typed()).withMustChange(mustChange());
            ask(AdministratorsApi.putAdministratorPassword(name(), password));
            say("The password is changed.");
            return showOne(AdministratorsApi.getAdministrator(name()));
        }
    }
}
