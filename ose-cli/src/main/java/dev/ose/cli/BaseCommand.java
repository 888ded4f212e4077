package dev.ose.cli;

import dev.ose.adapter.Secret;
import dev.ose.control.Command;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.ControlClient;
import dev.ose.control.Event;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Base class of executable commands. */
abstract class BaseCommand implements Callable<Integer> {

    /** Output format. */
    enum Format {
        /** For people; may change between releases. */
        TABLE,
        /** For scripts: one line of JSON with stable fields. */
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table for people (the default), or json for scripts: one line whose fields stay.")
    private Format format = Format.TABLE;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            defaultValue = "${env:OSE_SOCKET:-/run/ose/keeper.sock}",
            description = "Where the keeper listens (or set OSE_SOCKET).")
    private Path socket = ControlClient.STANDARD_SOCKET;

    private final Terminal terminal;

    BaseCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Performs the command; any failure is thrown as a {@link CommandFailure}. */
    abstract ExitCode perform();

    @Override
    public final Integer call() {
        try {
            return perform().number();
        } catch (CommandFailure e) {
            print(e);
            return e.exitCode().number();
        }
    }

    private void print(CommandFailure failure) {
        if (format == Format.JSON) {
            Event.Refusal refusal = failure.refusal();
            terminal.err()
                    .println(Json.object(
                            "code", refusal.code(), "happened", refusal.sentence(), "remedy", refusal.remedy()));
        } else {
            terminal.err().println("ose: " + failure.getMessage());
        }
    }

    final Terminal terminal() {
        return terminal;
    }

    final boolean isForScripts() {
        return format == Format.JSON;
    }

    /** Sends a command to the keeper and waits for the result. */
    final JsonNode ask(Command command) {
        try (ProgressLine progress = new ProgressLine(terminal)) {
            return switch (new ControlClient(socket).send(command, progress::show)) {
                case Event.Answer answer -> answer.result();
                case Event.Refusal refusal -> throw CommandFailure.of(refusal);
            };
        }
    }

    /** Sends a configuration command to the keeper. */
    final JsonNode ask(String verb, Map<String, String> arguments, Map<String, Secret> secrets, boolean dryRun) {
        return ask(new ConfigurationCommand(verb, arguments, secrets, dryRun));
    }

    /** Sends a configuration command that changes nothing. */
    final JsonNode ask(String verb) {
        return ask(verb, Map.of(), Map.of(), false);
    }

    /** Prints a result in the selected format. */
    final void show(JsonNode answer, Function<JsonNode, Object> forPeople) {
        terminal.out().println(isForScripts() ? answer.toString() : forPeople.apply(answer));
    }

    /** Prints a message to standard error. */
    final void say(String sentence) {
        if (!isForScripts()) {
            terminal.err().println(sentence);
        }
    }
}
