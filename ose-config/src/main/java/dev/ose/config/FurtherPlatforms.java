package dev.ose.config;

import dev.ose.adapter.plugin.OptionType;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.adapter.plugin.UnusableValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Options of the platforms beside the main one. Each has every option of every adapter under a key of its own, so that
 * several platforms of one kind can be named.
 */
final class FurtherPlatforms {

    private static final String OF_ADAPTERS = "oss.";
    private static final String PREFIX = "oss.platforms.";
    private static final int MOST = 32;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,30}");
    private static final Pattern KEY = Pattern.compile("oss\\.platforms\\.([a-z][a-z0-9-]{0,30})\\..+");
    private static final Pattern KEY_OF_KIND = Pattern.compile("oss\\.platform(?![a-z]|\\.[a-z])");

    private FurtherPlatforms() {}

    /** Distinct names, none of them that of the main platform. */
    static OptionType<List<String>> names() {
        return OptionType.of(
                "different names of at most 31 lower-case letters, digits and hyphens, the first a letter, none of"
                        + " them " + Configuration.MAIN_PLATFORM + ", separated by commas, at most " + MOST,
                FurtherPlatforms::parse);
    }

    private static List<String> parse(String text) throws UnusableValueException {
        Set<String> names = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (!NAME.matcher(name).matches() || name.equals(Configuration.MAIN_PLATFORM) || !names.add(name)) {
                throw new UnusableValueException();
            }
        }
        if (names.size() > MOST) {
            throw new UnusableValueException();
        }
        return List.copyOf(names);
    }

    /** The names in the text of the option; none if it is invalid, which is reported with the other values. */
    static List<String> named(Optional<String> text) {
        try {
            return text.isEmpty() ? List.of() : parse(text.get());
        } catch (UnusableValueException _) {
            return List.of();
        }
    }

    /** The key of a platform's option, from that of the main platform. */
    static String key(String name, String ofMain) {
        return ofMain.equals(PlatformOptions.KIND.key())
                ? PREFIX + name + ".kind"
                : PREFIX + name + '.' + ofMain.substring(OF_ADAPTERS.length());
    }

    /** The main platform's option for a further one. */
    static <T> Option<T> of(String name, Option<T> ofMain) {
        return new Option<>(
                key(name, ofMain.key()),
                ofMain.type(),
                ofMain.defaultText(),
                ofMain.secret(),
                ofMain.needsRestart(),
                ofMain.sentence());
    }

    /** All options of a platform; its kind has no default. */
    static List<Option<?>> options(String name, AdapterRegistry adapters) {
        List<Option<?>> options = new ArrayList<>();
        options.add(Option.optional(
                key(name, PlatformOptions.KIND.key()),
                PlatformOptions.kinds(adapters),
                "The kind of the platform " + name + "."));
        options.add(region(name));
        ofAdapters(adapters).forEach(option -> options.add(of(name, option)));
        return options;
    }

    /** The region of the platform's buckets towards clients. */
    static Option<String> region(String name) {
        return Option.optional(
                PREFIX + name + ".region",
                S3Options.REGION.type(),
                "Region of new buckets on the platform " + name + " towards clients, by which CreateBucket places them;"
                        + " absent means that of oss.s3.region.");
    }

    /** The keys of the main platform's options that each platform has. */
    static Stream<String> keys(AdapterRegistry adapters) {
        return Stream.concat(
                Stream.of(PlatformOptions.KIND.key()), ofAdapters(adapters).map(Option::key));
    }

    private static Stream<Option<?>> ofAdapters(AdapterRegistry adapters) {
        return adapters.factories().stream()
                .flatMap(factory -> factory.options().stream())
                .map(Option::of);
    }

    /** What to do about an unknown option of a platform that is not listed; empty for any other name. */
    static Optional<String> unlisted(String option, Collection<String> known) {
        Matcher matcher = KEY.matcher(option);
        if (!matcher.matches() || known.contains(key(matcher.group(1), PlatformOptions.KIND.key()))) {
            return Optional.empty();
        }
        return Optional.of("Add " + matcher.group(1) + " to " + PlatformOptions.FURTHER.key() + ", or remove it.");
    }

    /** Contradictions between options of the further platforms. */
    static Stream<ConfigurationProblem> problems(Configuration configuration) {
        Map<String, Configuration> platforms = configuration.platforms();
        List<ConfigurationProblem> problems = new ArrayList<>();
        platforms.forEach((name, platform) -> {
            if (platform.find(PlatformOptions.KIND).isEmpty()) {
                problems.add(withoutKind(name));
            } else if (platform != configuration) {
                AdapterRules.in(platform).forEach(problem -> problems.add(of(platform, problem)));
            }
        });
        if (problems.isEmpty()) {
            insideNode(platforms).ifPresent(problems::add);
            problems.addAll(commonRegions(configuration, platforms.keySet()));
        }
        return problems.stream();
    }

    /** A region that is set must say on which platform a bucket is placed. */
    private static List<ConfigurationProblem> commonRegions(Configuration configuration, Collection<String> platforms) {
        Map<String, String> owners = new HashMap<>();
        owners.put(configuration.get(S3Options.REGION), S3Options.REGION.key());
        List<ConfigurationProblem> problems = new ArrayList<>();
        for (String platform : platforms) {
            Option<String> option = region(platform);
            configuration.find(option).ifPresent(region -> {
                @Nullable String other = owners.putIfAbsent(region, option.key());
                if (other != null) {
                    problems.add(contradiction(
                            option.key() + " and " + other + " are both " + region + ".",
                            option.key(),
                            "Choose a region that no other platform has, or leave it out."));
                }
            });
        }
        return problems;
    }

    private static ConfigurationProblem withoutKind(String name) {
        String key = key(name, PlatformOptions.KIND.key());
        return contradiction(
                PlatformOptions.FURTHER.key() + " has " + name + " and " + key + " is not set.",
                key,
                "Set it, or remove the name.");
    }

    private static ConfigurationProblem of(Configuration platform, ConfigurationProblem problem) {
        return new ConfigurationProblem(
                problem.code(),
                platform.withOwnKeys(problem.happened()),
                platform.withOwnKeys(problem.option()),
                platform.withOwnKeys(problem.remedy()));
    }

    /** Two would share the tables of the node's database. */
    private static Optional<ConfigurationProblem> insideNode(Map<String, Configuration> platforms) {
        List<String> inside = platforms.entrySet().stream()
                .filter(platform -> platform.getValue().adapter().runsInsideNode())
                .map(Map.Entry::getKey)
                .toList();
        return inside.size() < 2
                ? Optional.empty()
                : Optional.of(contradiction(
                        "The platforms " + String.join(", ", inside) + " all run inside the node.",
                        key(inside.getLast(), PlatformOptions.KIND.key()),
                        "Let one of them at most be of such a kind."));
    }

    /** A text with the keys of the platform in place of those of the main one. */
    static String withKeysOf(String name, String text, AdapterRegistry adapters) {
        String kinds = adapters.factories().stream()
                .map(PlatformAdapterFactory::kind)
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        String renamed = Pattern.compile("\\boss\\.(" + kinds + ")\\.")
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement(PREFIX + name) + ".$1.");
        return KEY_OF_KIND.matcher(renamed).replaceAll(Matcher.quoteReplacement(key(name, PlatformOptions.KIND.key())));
    }

    private static ConfigurationProblem contradiction(String happened, String option, String remedy) {
        return new ConfigurationProblem(ConfigurationProblem.CONTRADICTION, happened, option, remedy);
    }
}
