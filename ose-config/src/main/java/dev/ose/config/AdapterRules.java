package dev.ose.config;

import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Dependencies between options of adapters, as the adapters declare them. */
final class AdapterRules {

    private AdapterRules() {}

    static List<ConfigurationProblem> in(Configuration configuration) {
        List<ConfigurationProblem> problems = new ArrayList<>();
        for (PlatformAdapterFactory factory : configuration.adapters().factories()) {
            if (configuration.get(PlatformOptions.KIND).equals(factory.kind())) {
                missing(factory, configuration, problems);
            } else {
                unused(factory, configuration).ifPresent(problems::add);
            }
            checked(factory, configuration, problems);
        }
        return problems;
    }

    private static void missing(
            PlatformAdapterFactory factory, Configuration configuration, List<ConfigurationProblem> problems) {
        factory.options().stream()
                .filter(option -> option.isRequired()
                        && configuration.find(Option.of(option)).isEmpty())
                .map(option -> contradiction(
                        PlatformOptions.KIND.key() + " is " + factory.kind() + " and " + option.key() + " is not set.",
                        option.key(),
                        "Set it, or choose another platform."))
                .forEach(problems::add);
    }

    /** Without oss.platform, the embedded platform would silently be used. */
    private static Optional<ConfigurationProblem> unused(PlatformAdapterFactory factory, Configuration configuration) {
        return factory.options().stream()
                .filter(AdapterOption::isRequired)
                .findFirst()
                .filter(option -> configuration.isSet(Option.of(option)))
                .map(option -> contradiction(
                        option.key() + " is set and " + PlatformOptions.KIND.key() + " is not " + factory.kind() + ".",
                        PlatformOptions.KIND.key(),
                        "Set it to " + factory.kind() + ", or remove the options oss." + factory.kind() + ".*."));
    }

    private static void checked(
            PlatformAdapterFactory factory, Configuration configuration, List<ConfigurationProblem> problems) {
        try {
            factory.check(configuration.settings(factory)).stream()
                    .map(problem ->
                            contradiction(problem.happened(), problem.option().key(), problem.remedy()))
                    .forEach(problems::add);
        } catch (RuntimeException | LinkageError e) {
            // An exception of an installed adapter must not end the keeper; one of our own adapters is a bug.
            Optional<Path> jar = configuration.adapters().jar(factory.kind());
            if (jar.isEmpty()) {
                throw e;
            }
            problems.add(AdapterProblems.broken(jar.get(), "cannot check its options: " + e));
        }
    }

    private static ConfigurationProblem contradiction(String happened, String option, String remedy) {
        return new ConfigurationProblem(ConfigurationProblem.CONTRADICTION, happened, option, remedy);
    }
}
