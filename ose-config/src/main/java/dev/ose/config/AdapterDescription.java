package dev.ose.config;

import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterCommands.Side;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.adapter.plugin.UnusableValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Validates what an adapter declares. */
final class AdapterDescription {

    private static final String KIND = "[a-z][a-z0-9]{1,30}";

    private AdapterDescription() {}

    /** The flaw, worded to follow "it"; empty if there is none. */
    static Optional<String> flaw(PlatformAdapterFactory factory) {
        String kind = factory.kind();
        if (!kind.matches(KIND)) {
            return Optional.of("is of the kind '" + kind + "', which is not 2 to 31 lower-case letters and digits");
        }
        String prefix = "oss." + kind + ".";
        if (OptionCatalogue.ofNode().anyMatch(option -> option.key().startsWith(prefix))) {
            return Optional.of("is of the kind " + kind + ", whose options would be among the node's own");
        }
        if (factory.place().isBlank() || factory.name().isBlank()) {
            return Optional.of("does not say what it is");
        }
        return flaw(prefix, factory.options()).or(() -> factory.commands().flatMap(it -> flaw(it, factory.options())));
    }

    private static Optional<String> flaw(String prefix, List<AdapterOption<?>> options) {
        Set<String> variables = new HashSet<>();
        for (AdapterOption<?> option : options) {
            if (!option.key().startsWith(prefix)) {
                return Optional.of("has an option " + option.key() + ", which does not begin with " + prefix);
            }
            if (!variables.add(OptionNames.variable(option.key()))) {
                return Optional.of("has two options that are called " + option.key());
            }
            if (!takesItsDefault(option)) {
                return Optional.of("has an option " + option.key() + " that does not take its own default");
            }
        }
        return Optional.empty();
    }

    private static boolean takesItsDefault(AdapterOption<?> option) {
        String text = option.defaultText();
        try {
            if (text != null) {
                option.type().parse(text);
            }
            return true;
        } catch (UnusableValueException _) {
            return false;
        }
    }

    private static Optional<String> flaw(AdapterCommands commands, List<AdapterOption<?>> options) {
        return Stream.of(commands.admin(), commands.s3())
                .flatMap(AdapterDescription::options)
                .filter(option -> !options.contains(option))
                .findFirst()
                .map(option -> "has a command for " + option.key() + ", which is not among its options");
    }

    private static Stream<AdapterOption<?>> options(Side side) {
        return Stream.<AdapterOption<?>>of(side.url(), side.region(), side.user(), side.secret())
                .filter(Objects::nonNull);
    }
}
