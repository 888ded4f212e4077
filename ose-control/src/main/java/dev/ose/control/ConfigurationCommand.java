package dev.ose.control;

import dev.ose.adapter.Secret;
import java.util.Map;

/**
 * A command about the configuration that the keeper holds.
 *
 * @param verb what to do, such as {@code args.set}
 * @param arguments by name
 * @param secrets arguments that must never be shown
 * @param dryRun whether only to report what would change
 */
public record ConfigurationCommand(
        String verb, Map<String, String> arguments, Map<String, Secret> secrets, boolean dryRun) implements Command {

    public ConfigurationCommand {
        arguments = Map.copyOf(arguments);
        secrets = Map.copyOf(secrets);
    }
}
