package dev.ose.keeper.support;

import dev.ose.config.ConfigurationException;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.Event;
import dev.ose.keeper.configuration.ConfigurationCommands;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** Performs all {@link ConfigurationCommand}s of {@code ose}: those of the configuration, and the support bundle. */
public final class OperatorCommands {

    static final String WRONG_DAYS = "OSE-1341";
    static final String UNWRITABLE = "OSE-1342";

    private final ConfigurationCommands configuration;
    private final SupportBundle support;

    public OperatorCommands(ConfigurationCommands configuration, SupportBundle support) {
        this.configuration = configuration;
        this.support = support;
    }

    /** Blocks until the command is complete. Any failure is returned as a refusal. */
    public Event.Outcome handle(ConfigurationCommand command, Consumer<Event.Progress> progress) {
        return command.verb().equals("support.collect")
                ? collect(command, progress)
                : configuration.handle(command, progress);
    }

    private Event.Outcome collect(ConfigurationCommand command, Consumer<Event.Progress> progress) {
        try {
            SupportBundle.Window window = new SupportBundle.Window(
                    LocalDate.parse(command.arguments().getOrDefault("from", "")),
                    LocalDate.parse(command.arguments().getOrDefault("to", "")));
            return new Event.Answer(JsonMapper.shared().valueToTree(support.collect(window, progress)));
        } catch (DateTimeException e) {
            return new Event.Refusal(WRONG_DAYS, "A day is missing or is none.", "Give days such as 2026-11-21.");
        } catch (IOException e) {
            return new Event.Refusal(
                    UNWRITABLE,
                    "The bundle cannot be written: " + e.getMessage() + ".",
                    "Make room on the disk of the keeper's state directory.");
        } catch (ConfigurationException e) {
            return new Event.Refusal(
                    e.problems().getFirst().code(),
                    e.problems().getFirst().happened(),
                    e.problems().getFirst().remedy());
        }
    }
}
