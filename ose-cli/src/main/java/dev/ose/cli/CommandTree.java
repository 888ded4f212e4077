package dev.ose.cli;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine;

/** Every command there is, in the order in which the help shows them. */
final class CommandTree {

    private CommandTree() {}

    /**
     * All commands by name; those of a group, and what this version does not have, only where that name is wanted. A start of
     * {@code ose} needs one of them, and picocli takes milliseconds for each.
     */
    static List<CommandLine> commands(Terminal terminal, Predicate<String> isWanted) {
        List<CommandLine> commands = new ArrayList<>(
                List.of(
                        ServiceCommands.group(terminal),
                        OptionCommands.group(terminal),
                        Group.top(
                                "jvmargs",
                                isWanted,
                                () -> JvmCommands.group(terminal),
                                "Show or set the arguments of the node's Java. They are tried before they are taken.",
                                "The first - of an argument may be left out: -v \"Dhttp.proxyHost=proxy -Dhttp.proxyPort=3128\""),
                        ConfigCommands.group(terminal),
                        CertificateCommands.group(terminal),
                        DatabaseCommands.group(terminal),
                        EndpointCommands.group(terminal),
                        PlatformsCommands.group(terminal),
                        PlatformCommands.ceph(terminal),
                        PlatformCommands.osis(terminal),
                        DirectorCommands.group(terminal),
                        UiCommands.group(terminal),
                        TenantCommands.group(terminal),
                        UserCommands.group(terminal),
                        CredentialCommands.group(terminal),
                        BucketCommands.group(terminal),
                        QuotaCommands.group(terminal),
                        UsageCommands.group(terminal),
                        SyncCommands.group(terminal),
                        Group.top(
                                "doctor",
                                isWanted,
                                () -> new CommandLine(new DoctorCommand(terminal)),
                                "Look for what is wrong with this host: keeper, node, configuration, and all that config validate"
                                        + " checks.",
                                "Changes nothing. Ends with 1 if something required is not as it must be."),
                        Group.top(
                                "support",
                                isWanted,
                                () -> new CommandLine(new SupportCommand(terminal, Clock.systemUTC())),
                                "Collect logs, settings without secrets, versions, threads, heap, metrics and checks in one archive.",
                                "The keeper writes it where only its account and root can read it; look through it before you send"
                                        + " it."),
                        Group.top(
                                "version",
                                isWanted,
                                () -> new CommandLine(new VersionCommand(terminal)),
                                "Show the version of this command and of the Java that it runs on."),
                        Group.top(
                                "completion",
                                isWanted,
                                () -> CompletionCommand.line(terminal),
                                "Print what a shell needs to complete this command.",
                                "For bash: source <(ose completion bash); for zsh the same with zsh; for fish: ose completion fish | source")));
        commands.stream()
                .filter(command -> isWanted.test(command.getCommandName()))
                .forEach(Group::complete);
        commands.addAll(absent(terminal, isWanted));
        return commands;
    }

    /** What the interface has and this version has not: refused with the reason, and not in the help. */
    private static List<CommandLine> absent(Terminal terminal, Predicate<String> isWanted) {
        Map<String, Reason> absent = new LinkedHashMap<>();
        for (String platform : List.of("cloudian", "ecs", "amazon", "aws", "minio", "oci", "oss")) {
            absent.put(
                    platform, new Reason("This version has no platform " + platform + ".", "See ose platforms list."));
        }
        return absent.entrySet().stream()
                .filter(entry -> isWanted.test(entry.getKey()))
                .map(entry -> absent(entry.getKey(), entry.getValue(), terminal))
                .toList();
    }

    /**
     * Why a command is not there.
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
