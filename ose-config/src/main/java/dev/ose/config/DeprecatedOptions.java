package dev.ose.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Every published option of VMware's Object Storage Extension. */
public final class DeprecatedOptions {

    private static final String ONE_GIBIBYTE = "1073741824";

    private static final List<DeprecatedOption> ALL = List.of(
            DeprecatedOption.kept(
                    "443",
                    AdminOptions.PORT,
                    "It carries S3, too, below /api/v1/s3; at the root S3 has ports of its own, oss.s3.port and"
                            + " oss.s3.tls.port, which carry management, too, with oss.s3.management."),
            DeprecatedOption.kept("2 for each processor", AdminOptions.IO_THREADS, null),
            DeprecatedOption.kept(
                    "8 for each I/O thread",
                    AdminOptions.WORKER_THREADS,
                    "Bytes of objects need none of them, so a download does not occupy one."),
            DeprecatedOption.kept("true", AdminOptions.ACCESS_LOG, null),
            DeprecatedOption.kept(
                    "90",
                    DatabaseOptions.POOL_SIZE,
                    "A node needs fewer; ose db check compares them with what the server offers."),
            DeprecatedOption.kept("1800000", DatabaseOptions.MAX_LIFETIME, null),
            DeprecatedOption.kept("600000", DatabaseOptions.IDLE_TIMEOUT, null),
            DeprecatedOption.kept("30000", DatabaseOptions.CONNECTION_TIMEOUT, null),
            DeprecatedOption.kept("1000", PlatformOptions.MAX_CONNECTIONS, null),
            DeprecatedOption.kept(
                    "true",
                    FormerOptions.PATH_STYLE,
                    "The names of virtual hosts come from oss.s3.domains; without them only path style is served."),
            DeprecatedOption.kept("true", MetadataOptions.COUNT_ESTIMATE, null),
            DeprecatedOption.kept("100000", MetadataOptions.COUNT_ESTIMATE_THRESHOLD, null),
            DeprecatedOption.kept("true", FormerOptions.TENANT_ENCRYPTION, null),
            DeprecatedOption.kept(
                    ONE_GIBIBYTE,
                    PlatformOptions.SPLIT_THRESHOLD,
                    "Without effect unless " + PlatformOptions.SPLIT.key() + " is true."),
            DeprecatedOption.kept(
                    ONE_GIBIBYTE,
                    PlatformOptions.SPLIT_PART,
                    "Without effect unless " + PlatformOptions.SPLIT.key() + " is true."),
            DeprecatedOption.kept(
                    ONE_GIBIBYTE,
                    PlatformOptions.COPY_THRESHOLD,
                    "Without effect unless " + PlatformOptions.COPY_SPLIT.key() + " is true."),
            DeprecatedOption.kept(
                    ONE_GIBIBYTE,
                    PlatformOptions.COPY_PART,
                    "Without effect unless " + PlatformOptions.COPY_SPLIT.key() + " is true."),
            DeprecatedOption.mapped(
                    "logging.level.com.vmware.voss",
                    SpringKeys.LEVEL + "dev.ose",
                    "The packages of this program are below dev.ose."));

    /** Options that are accepted and have no effect. */
    private static final Set<Option<?>> WITHOUT_EFFECT =
            Set.of(FormerOptions.PATH_STYLE, MetadataOptions.COUNT_ESTIMATE, MetadataOptions.COUNT_ESTIMATE_THRESHOLD);

    private DeprecatedOptions() {}

    /** All of them, first those with an effect. */
    public static List<DeprecatedOption> all() {
        return ALL;
    }

    /** The key here for this one; empty if it is unchanged, or no key of that product. */
    public static Optional<String> mapped(String key) {
        return find(former -> former.key().equals(key));
    }

    /** The same by the name of the environment variable. */
    static Optional<String> mappedVariable(String variable) {
        return find(former -> OptionNames.variable(former.key()).equals(variable));
    }

    private static Optional<String> find(Predicate<DeprecatedOption> isWanted) {
        return ALL.stream().filter(isWanted).findFirst().flatMap(former -> switch (former.fate()) {
            case DeprecatedOption.Fate.Mapped to -> Optional.of(to.key());
            case DeprecatedOption.Fate.Kept _ -> Optional.empty();
        });
    }

    /** Warnings about set options without an effect. */
    static List<ConfigurationProblem> warnings(Configuration configuration) {
        return ALL.stream()
                .map(DeprecatedOption::fate)
                .filter(DeprecatedOption.Fate.Kept.class::isInstance)
                .map(kept -> ((DeprecatedOption.Fate.Kept) kept).option())
                .filter(option -> WITHOUT_EFFECT.contains(option) && configuration.isSet(option))
                .map(option -> new ConfigurationProblem(
                        ConfigurationProblem.WITHOUT_EFFECT,
                        option.key() + " is set and has no effect. " + option.sentence(),
                        option.key(),
                        "It may stay."))
                .toList();
    }
}
