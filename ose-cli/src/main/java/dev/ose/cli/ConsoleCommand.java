package dev.ose.cli;

import dev.ose.client.ConsoleView;
import dev.ose.client.PlatformApi;
import dev.ose.client.TenantsApi;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ose PLATFORM console}: the address of the platform's own console, if it has one. */
@Command(
        name = "console",
        description = {
            "Show the address of the platform's own console; the node must run on this platform.",
            "The address may contain a login and expire: open it immediately, and keep it secret."
        })
final class ConsoleCommand extends AdminCommand {

    private final String platform;

    @Option(names = "--tenant", paramLabel = "TENANT", description = "The console of this tenant, not the provider's.")
    private @Nullable String tenant;

    ConsoleCommand(Terminal terminal, String platform) {
        super(terminal);
        this.platform = platform;
    }

    @Override
    ExitCode perform() {
        String attached =
                ask(PlatformApi.getPlatform(PlatformsCommands.ATTACHED)).kind();
        if (!attached.equals(platform)) {
            throw CommandFailure.of(
                    ExitCode.REFUSED,
                    "OSE-3407",
                    "The node runs on the platform " + attached + ", not on " + platform + ".",
                    "Give ose " + attached + " console, or enable the other: ose platforms enable " + platform + ".");
        }
        ConsoleView answer = ask(
                tenant == null
                        ? PlatformApi.getPlatformConsole(PlatformsCommands.ATTACHED)
                        : TenantsApi.getTenantConsole(tenantId(tenant)));
        show(answer.json(), json -> answer.uri());
        return ExitCode.DONE;
    }
}
