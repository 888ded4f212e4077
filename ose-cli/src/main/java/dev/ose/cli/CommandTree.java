package dev.ose.cli;

import dev.ose.config.AdapterView;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;

/** All commands, in the order of the help. */
final class CommandTree {

    private CommandTree() {}

    /**
     * All commands by name; the contents of groups and unsupported commands only if the name is wanted. A run of
     * {@code ose} needs one of them, and picocli takes milliseconds for each.
     *
     * @param installed an adapter that is no part of this release, whose commands are wanted
     */
    static List<CommandLine> commands(Terminal terminal, Predicate<String> isWanted, Optional<AdapterView> installed) {
        List<CommandLine> commands = new ArrayList<>(List.of(
                ServiceCommands.group(terminal),
                OptionCommands.group(terminal),
                Group.top(
                        "jvmargs",
                        isWanted,
                        () -> JvmCommands.group(terminal),
                        "Show or set the JVM arguments of the node. They are tested before they are stored.",
                        "The first - of an argument may be omitted:"
                                + " -v \"Dhttp.proxyHost=proxy -Dhttp.proxyPort=3128\""),
                ConfigCommands.group(terminal),
                CertificateCommands.group(terminal),
                DatabaseCommands.group(terminal),
                EndpointCommands.group(terminal),
                PlatformsCommands.group(terminal),
                DirectorCommands.group(terminal),
                UiCommands.group(terminal),
                Group.top(
                        "doctor",
                        isWanted,
                        () -> new CommandLine(new DoctorCommand(terminal)),
                        "Diagnose this host: keeper, node, configuration, and all that config validate checks.",
                        "Changes nothing. Exits with 1 if a required check fails."),
                Group.top(
                        "support",
                        isWanted,
                        () -> new CommandLine(new SupportCommand(terminal, Clock.systemUTC())),
                        "Collect logs, settings without secrets, versions, threads, heap, metrics and checks in one"
                                + " archive.",
                        "Only the keeper's account and root can read it; review it before you send it."),
                Group.top(
                        "version",
                        isWanted,
                        () -> new CommandLine(new VersionCommand(terminal)),
                        "Show the version of this command and of the Java that it runs on."),
                Group.top(
                        "completion",
                        isWanted,
                        () -> CompletionCommand.line(terminal),
                        "Print the completion script for a shell.",
                        "For bash: source <(ose completion bash); for zsh the same with zsh; for fish:"
                                + " ose completion fish | source")));
        commands.addAll(indexOf("ui", commands) + 1, ofAdminApi(terminal, isWanted));
        commands.addAll(indexOf("platforms", commands) + 1, PlatformCommands.builtIn(terminal));
        installed.map(adapter -> PlatformCommands.of(adapter, terminal)).ifPresent(commands::add);
        commands.stream()
                .filter(command -> isWanted.test(command.getCommandName()))
                .forEach(Group::complete);
        String taken = installed.map(AdapterView::kind).orElse("");
        commands.addAll(absent(terminal, name -> isWanted.test(name) && !name.equals(taken)));
        return commands;
    }

    private static List<CommandLine> ofAdminApi(Terminal terminal, Predicate<String> isWanted) {
        return List.of(
                AdministratorCommands.group(terminal),
                TenantCommands.group(terminal),
                UserCommands.group(terminal),
                CredentialCommands.group(terminal),
                IdentityProviderCommands.group(terminal),
                PolicyCommands.group(terminal),
                RoleCommands.group(terminal),
                BucketCommands.group(terminal),
                QuotaCommands.group(terminal),
                UsageCommands.group(terminal),
                RateCommands.group(terminal),
                LabelCommands.group(terminal),
                Group.top(
                        "search",
                        isWanted,
                        () -> new CommandLine(new SearchCommand(terminal)),
                        "Find objects in all buckets of a tenant."),
                SyncCommands.group(terminal),
                ReconciliationCommands.group(terminal),
                WebhookCommands.group(terminal),
                LinkCommands.group(terminal),
                JobCommands.group(terminal),
                NodeCommands.group(terminal),
                ActivationCommands.group(terminal),
                CorsCommands.group(terminal),
                AnnouncementCommands.group(terminal),
                BrandingCommands.group(terminal),
                AuditCommands.group(terminal));
    }

    private static int indexOf(String name, List<CommandLine> commands) {
        return commands.stream().map(CommandLine::getCommandName).toList().indexOf(name);
    }

    /** Commands of the reference product that this version lacks: refused with the reason, and hidden from the help. */
    private static List<CommandLine> absent(Terminal terminal, Predicate<String> isWanted) {
        Map<String, Reason> absent = new LinkedHashMap<>();
        for (String platform : List.of("cloudian", "ecs", "oci", "oss")) {
            absent.put(
                    platform, new Reason("This version has no platform " + platform + ".", "See ose platforms list."));
        }
        absent.put("amazon", new Reason("The platform amazon is called aws here.", "Use ose aws with the same words."));
        return absent.entrySet().stream()
                .filter(entry -> isWanted.test(entry.getKey()))
                .map(entry -> absent(entry.getKey(), entry.getValue(), terminal))
                .toList();
    }

    /**
     * Why a command is unsupported.
     *
     * @param why a sentence
     * @param remedy what to use instead
     */
    private record Reason(String why, String remedy) {}

    private static CommandLine absent(String name, Reason reason, Terminal terminal) {
        CommandLine line =
                UnsupportedCommand.line(name, "Not part of this version.", terminal, reason.why(), reason.remedy());
        line.getCommandSpec().usageMessage().hidden(true);
        return line;
    }
}
