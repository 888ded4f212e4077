package dev.ose.cli;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Every command there is, in the order in which the help shows them. */
final class Grammar {

    private Grammar() {}

    static List<CommandLine> commands(Terminal terminal) {
        List<CommandLine> commands = new ArrayList<>(List.of(
                ServiceCommands.group(terminal),
                OptionCommands.group(terminal),
                JvmCommands.group(terminal),
                ConfigCommands.group(terminal),
                CertificateCommands.group(terminal),
                DatabaseCommands.group(terminal),
                EndpointCommands.group(terminal),
                PlatformsCommands.group(terminal),
                PlatformCommands.ceph(terminal),
                PlatformCommands.osis(terminal),
                TenantCommands.group(terminal),
                UserCommands.group(terminal),
                CredentialCommands.group(terminal),
                new CommandLine(new DoctorCommand(terminal)),
                new CommandLine(new SupportCommand(terminal, Clock.systemUTC())),
                new CommandLine(new VersionCommand(terminal)),
                CompletionCommand.line(terminal)));
        commands.addAll(absent(terminal));
        return commands;
    }

    /** What the interface has and this version has not: refused with the reason, and not in the help. */
    private static List<CommandLine> absent(Terminal terminal) {
        List<CommandLine> absent = new ArrayList<>();
        for (String platform : List.of("cloudian", "ecs", "amazon", "aws", "minio", "oci", "oss")) {
            absent.add(absent(platform, "The platform " + platform, terminal, "See ose platforms list."));
        }
        String later = "The node does not have it yet.";
        absent.add(absent("quota", "Limiting what tenants may store", terminal, later));
        absent.add(absent("usage", "Metering what tenants store", terminal, later));
        absent.add(absent("bucket", "Looking after buckets by this command", terminal, "Use any S3 client."));
        absent.add(absent("sync", "Taking in what was stored past OSE", terminal, later));
        absent.add(absent("director", "Cloud Director", terminal, "Use ose tenant and ose user."));
        absent.add(absent("ui", "The portal", terminal, "Use ose, the admin API, or any S3 client."));
        return absent;
    }

    private static CommandLine absent(String name, String what, Terminal terminal, String remedy) {
        CommandLine line = Absent.line(name, "Not part of this version.", terminal, what, remedy);
        line.getCommandSpec().usageMessage().hidden(true);
        return line;
    }
}
