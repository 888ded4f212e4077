package dev.ose.cli;

import dev.ose.client.Branding;
import dev.ose.client.Logo;
import dev.ose.client.PortalApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ose branding}. */
final class BrandingCommands {

    private BrandingCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "branding",
                "How the portal presents itself: name, colours, links, text of the sign-in, logo.",
                new Show(terminal),
                new Set(terminal),
                new SetLogo(terminal),
                new RemoveLogo(terminal));
    }

    @Command(name = "show", description = "Show the branding.")
    private static final class Show extends AdminCommand {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(PortalApi.getBranding());
        }
    }

    @Command(
            name = "set",
            description = "Set all but the logo, by a document such as {\"productName\": \"Acme\", \"accentColor\":"
                    + " \"#0065ab\"}. What it lacks is the portal's own.")
    private static final class Set extends AdminCommand {

        @Mixin
        private DocumentInput document = new DocumentInput();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(PortalApi.putBranding(new Branding(document.read())));
        }
    }

    @Command(name = "logo", description = "Set the logo: a PNG or JPEG of at most 64 KiB and 2,048 pixels a side.")
    private static final class SetLogo extends AdminCommand {

        /** The node refuses larger ones; a file of another kind can have any size. */
        private static final long LARGEST = 1 << 16;

        @Parameters(paramLabel = "FILE", description = "The image.")
        private Path file = Path.of("");

        SetLogo(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(PortalApi.putLogo(Logo.of(Base64.getEncoder().encodeToString(read()))));
        }

        private byte[] read() {
            try {
                if (Files.size(file) > LARGEST) {
                    throw CommandFailure.file(file + " has more than 64 KiB.", "Give a smaller image.");
                }
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw CommandFailure.file(file + " cannot be read.", "Give a file that exists and can be read.");
            }
        }
    }

    @Command(name = "remove-logo", description = "Remove the logo. With --dry-run only show the branding.")
    private static final class RemoveLogo extends AdminCommand {

        @Mixin
        private DryRun dryRun = new DryRun();

        RemoveLogo(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (dryRun.isAskedFor()) {
                showOne(PortalApi.getBranding());
                say(DryRun.SAID);
                return ExitCode.DONE;
            }
            return showOne(PortalApi.deleteLogo());
        }
    }
}
