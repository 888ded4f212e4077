package dev.ose.cli;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A man page, in the traditional man macros. */
final class ManPage {

    private ManPage() {}

    /** The page of a command and all its subcommands. */
    static String of(CommandLine command, String version) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName("-");
        StringBuilder page = new StringBuilder();
        page.append(".TH ")
                .append(name.toUpperCase(Locale.ROOT))
                .append(" 1 \"\" \"OSE ")
                .append(text(version));
        page.append("\" \"OSE\"\n.SH NAME\n")
                .append(text(name))
                .append(" \\- ")
                .append(description(spec))
                .append('\n');
        page.append(".SH SYNOPSIS\n.B ")
                .append(text(spec.qualifiedName()))
                .append("\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR...]\n");
        page.append(".SH DESCRIPTION\n").append(description(spec)).append('\n');
        if (command.getParent() == null) {
            page.append(".SH COMMANDS\n");
            command.getSubcommands().forEach((word, child) -> page.append(".TP\n.BR ose\\-")
                    .append(text(word))
                    .append(" (1)\n")
                    .append(description(child.getCommandSpec()))
                    .append('\n'));
        } else {
            page.append(".SH COMMANDS\n");
            CommandReference.leaves(command).forEach(leaf -> leaf(page, leaf.getCommandSpec()));
        }
        page.append(".SH EXIT STATUS\n");
        for (ExitCode code : ExitCode.values()) {
            page.append(".TP\n.B ")
                    .append(code.number())
                    .append('\n')
                    .append(text(code.meaning()))
                    .append('\n');
        }
        page.append(".SH FILES\n.TP\n.I /run/ose/keeper.sock\nwhere the keeper listens\n");
        page.append(".SH SEE ALSO\n.BR ose (1)\n");
        return page.toString();
    }

    private static void leaf(StringBuilder page, CommandSpec spec) {
        page.append(".SS ")
                .append(text(spec.qualifiedName()))
                .append('\n')
                .append(description(spec))
                .append('\n');
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                page.append(".TP\n.I ").append(text(parameter.paramLabel())).append('\n');
                page.append(text(CommandReference.description(parameter))).append('\n');
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                page.append(".TP\n.B ").append(text(String.join(", ", option.names())));
                page.append(option.arity().max() == 0 ? "\n" : " " + text(option.paramLabel()) + "\n");
                page.append(text(CommandReference.description(option))).append('\n');
            }
        }
    }

    private static String description(CommandSpec spec) {
        return text(String.join(" ", spec.usageMessage().description()));
    }

    /** Escapes backslashes and hyphens, and dots and quotes at the start of a line, for troff. */
    private static String text(String plain) {
        String escaped = plain.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
