package dev.ose.keeper.configuration;

import dev.ose.adapter.Secret;
import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationProblem;
import dev.ose.config.DirectorOptions;
import dev.ose.config.S3Options;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.Event;
import dev.ose.keeper.director.PluginPackage;
import dev.ose.keeper.director.Publication;
import dev.ose.keeper.probe.BrowserCheck;
import dev.ose.keeper.probe.EndpointCheck;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Performs the configuration commands of {@code ose}. The verbs, their arguments and the shape of the results are
 * stable between releases. Changes are serialized. Thread-safe.
 */
public final class ConfigurationCommands {

    /** Prefix of an argument's name, before the key of an option to set. */
    public static final String SET = "set:";
    /** Prefix of an argument's name, before the key of an option to remove. */
    public static final String UNSET = "unset:";

    private static final String UNKNOWN_VERB = "OSE-1391";
    private static final String MISSING = "OSE-1392";
    private static final int MAX_DAYS = 3_650;

    private final OptionActions options;
    private final ExportCommands exports;
    private final CertificateActions certificates;
    private final NodeTasks tasks;
    private final ConfigurationStore store;
    private final EndpointCheck endpoint;
    private final DirectorActions director;
    private final PluginActions ui;

    private ConfigurationCommands(
            OptionActions options,
            ExportCommands exports,
            CertificateActions certificates,
            NodeTasks tasks,
            ConfigurationStore store,
            EndpointCheck endpoint) {
        this.options = options;
        this.exports = exports;
        this.certificates = certificates;
        this.tasks = tasks;
        this.store = store;
        this.endpoint = endpoint;
        this.director = new DirectorActions(store);
        this.ui = new PluginActions(
                director,
                new StagedFile(
                        tasks.dataDirectory().resolveSibling("staged").resolve("plugin.zip"), PluginPackage.MAX_BYTES),
                tasks.installation().resolve("share").resolve("ui"),
                () -> store.read().check(store.directory()).find(AdminOptions.PUBLIC_URL));
    }

    /**
     * Commands over a store.
     *
     * @param javaHome of the node's Java
     * @param endpoint checks S3 at the clients' address
     */
    public static ConfigurationCommands of(
            ConfigurationStore store,
            NodeTasks tasks,
            Path javaHome,
            Clock clock,
            SecureRandom random,
            EndpointCheck endpoint) {
        OptionActions options = new OptionActions(store, javaHome.resolve("bin").resolve("java"));
        SelfSigned selfSigned = new SelfSigned(javaHome.resolve("bin").resolve("keytool"), random);
        return new ConfigurationCommands(
                options,
                new ExportCommands(store, options, tasks.dataDirectory(), clock, random),
                new CertificateActions(store, options, selfSigned, clock),
                tasks,
                store,
                endpoint);
    }

    /** Blocks until the command is complete. Any failure is returned as a refusal. */
    public Event.Outcome handle(ConfigurationCommand command, Consumer<Event.Progress> progress) {
        try {
            return new Event.Answer(JsonMapper.shared().valueToTree(perform(command, progress)));
        } catch (ConfigurationException e) {
            return refusal(e.problems());
        }
    }

    private Object perform(ConfigurationCommand command, Consumer<Event.Progress> progress) {
        boolean dryRun = command.dryRun();
        return switch (command.verb()) {
            case "options.list" -> options.list();
            case "adapters.list" -> options.adapters();
            case "options.change" -> {
                synchronized (this) {
                    yield options.change(changes(command), command.secrets(), dryRun);
                }
            }
            case "jvm.show" -> options.jvmArguments();
            case "jvm.change" -> {
                synchronized (this) {
                    yield options.changeJvmArguments(
                            argument(command, "arguments").lines().toList(), dryRun);
                }
            }
            case "export" -> exports.export(secret(command, "password"));
            case "import" -> importFile(command);
            case "certificate.show" -> certificates.show();
            case "certificate.import" -> {
                synchronized (this) {
                    yield certificates.importPkcs12(
                            Secret.of(decoded(secret(command, "file"))), secret(command, "password"), dryRun);
                }
            }
            case "certificate.generate" -> generate(command);
            case "director.certificate" -> director.certificate(argument(command, "url"));
            case "ui.stage", "ui.show", "ui.install", "ui.publish", "ui.uninstall" -> {
                // Serialized: there is one staged package. Uses a lock of its own, so that configuration changes never
                // wait for a Director.
                synchronized (ui) {
                    yield ui(command, progress);
                }
            }
            case "validate" -> validate(progress);
            case "database.check", "database.migrate" -> tasks.run(command.verb(), progress);
            default ->
                throw ConfigurationErrors.of(
                        UNKNOWN_VERB,
                        "The keeper does not know the command " + command.verb() + ".",
                        command.verb(),
                        "Bring ose and the keeper to the same version: restart ose-keeper after an upgrade.");
        };
    }

    /** Findings of the node's own program, and of the keeper's check at the clients' address. */
    private List<Object> validate(Consumer<Event.Progress> progress) {
        List<Object> findings = new ArrayList<>(tasks.run("validate", progress));
        Configuration configuration = store.read().check(store.directory());
        configuration.find(S3Options.PUBLIC_URL).map(endpoint::run).ifPresent(findings::addAll);
        findings.add(director.check());
        Set<String> pages = DirectorOptions.allowedOrigins(configuration);
        if (!pages.isEmpty()) {
            findings.add(BrowserCheck.run(configuration.find(AdminOptions.PUBLIC_URL), pages));
        }
        return findings;
    }

    private Object ui(ConfigurationCommand command, Consumer<Event.Progress> progress) {
        Map<String, String> given = command.arguments();
        return switch (command.verb()) {
            case "ui.stage" -> {
                ui.stage(number(command, "position"), decoded(Secret.of(argument(command, "piece"))));
                yield Map.of();
            }
            case "ui.install" ->
                ui.install(
                        given.containsKey("staged"),
                        Optional.ofNullable(given.get("publish"))
                                .map(Publication::parse)
                                .orElse(Publication.AS_BEFORE),
                        command.dryRun(),
                        progress);
            case "ui.publish" ->
                ui.publish(
                        Optional.ofNullable(given.get("name")),
                        Optional.ofNullable(given.get("vendor")),
                        Publication.parse(argument(command, "to")),
                        command.dryRun());
            case "ui.uninstall" ->
                ui.uninstall(
                        Optional.ofNullable(given.get("name")),
                        Optional.ofNullable(given.get("vendor")),
                        command.dryRun());
            default -> ui.list();
        };
    }

    private static long number(ConfigurationCommand command, String name) {
        try {
            return Long.parseLong(argument(command, name));
        } catch (NumberFormatException e) {
            throw missing(name);
        }
    }

    private synchronized Object importFile(ConfigurationCommand command) {
        byte[] sealed = decoded(Secret.of(argument(command, "file")));
        return exports.importFile(sealed, secret(command, "password"), command.dryRun());
    }

    private synchronized Object generate(ConfigurationCommand command) {
        List<String> names = Arrays.stream(argument(command, "names").split(","))
                .map(String::strip)
                .toList();
        try {
            int days = Integer.parseInt(argument(command, "days"));
            if (days < 1 || days > MAX_DAYS) {
                throw new NumberFormatException();
            }
            return certificates.generate(names, days, command.dryRun());
        } catch (NumberFormatException e) {
            throw ConfigurationErrors.of(
                    MISSING, "days is no number from 1 to " + MAX_DAYS + ".", "days", "Give such a number.");
        }
    }

    private static Map<String, @Nullable String> changes(ConfigurationCommand command) {
        Map<String, @Nullable String> changes = new TreeMap<>();
        command.arguments().forEach((name, value) -> {
            if (name.startsWith(SET)) {
                changes.put(name.substring(SET.length()), value);
            } else if (name.startsWith(UNSET)) {
                changes.put(name.substring(UNSET.length()), null);
            } else {
                throw missing(SET + "KEY");
            }
        });
        return changes;
    }

    private static String argument(ConfigurationCommand command, String name) {
        @Nullable String value = command.arguments().get(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    private static Secret secret(ConfigurationCommand command, String name) {
        @Nullable Secret value = command.secrets().get(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    private static byte[] decoded(Secret text) {
        try {
            return text.use(Base64.getDecoder()::decode);
        } catch (IllegalArgumentException e) {
            throw missing("file");
        }
    }

    private static ConfigurationException missing(String name) {
        return ConfigurationErrors.of(
                MISSING,
                "The command lacks its argument " + name + ", or has another one.",
                name,
                "Bring ose and the keeper to the same version: restart ose-keeper after an upgrade.");
    }

    /** All problems in one refusal; its code and remedy are those of the first. */
    private static Event.Refusal refusal(List<ConfigurationProblem> problems) {
        ConfigurationProblem first = problems.getFirst();
        if (problems.size() == 1) {
            return new Event.Refusal(first.code(), first.happened(), first.remedy());
        }
        return new Event.Refusal(
                first.code(),
                first.happened() + " " + first.remedy() + " Also: "
                        + problems.stream()
                                .skip(1)
                                .map(ConfigurationProblem::line)
                                .collect(Collectors.joining(" ")),
                "Correct all of them at once.");
    }
}
