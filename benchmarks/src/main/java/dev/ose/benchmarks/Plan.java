package dev.ose.benchmarks;

import static java.util.Map.entry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The workloads, servers and durations of a run.
 *
 * @param workloads in their order
 * @param manyConnections how many to look at memory with; 0 not to
 * @param downloadsBeside how many bulk downloads to measure small reads beside; 0 not to
 * @param legs how clients reach servers, and servers the storage
 * @param baseline another build, to be measured beside this one: a server jar or a source tree, see {@link Baseline}
 * @param arguments of the nodes, beyond the usual ones
 */
record Plan(
        List<Workload> workloads,
        Timing timing,
        int connections,
        int manyConnections,
        int downloadsBeside,
        Legs legs,
        Optional<Path> baseline,
        NodeServer.Arguments arguments) {

    /**
     * Both legs of a request.
     *
     * @param isTls whether they speak TLS
     * @param storageDelay how long the storage takes to answer
     */
    record Legs(boolean isTls, Duration storageDelay) {}

    /** Every workload there is, in the order of the table. */
    static final List<Workload> ALL = Stream.of(
                    Stream.of(Workload.SMALL_GET),
                    Arrays.stream(BodyMode.values()).map(Workload::smallPut),
                    Stream.of(Workload.LARGE_GET),
                    Arrays.stream(BodyMode.values()).map(Workload::largePut),
                    Stream.of(Workload.list(10), Workload.list(1000), Workload.delete(100)))
            .flatMap(workloads -> workloads)
            .toList();

    private static final Map<String, List<String>> DEFAULTS = Map.ofEntries(
            entry("--only", List.of("get-4k,put-4k,get-10m,put-10m")),
            entry("--rounds", List.of("5")),
            entry("--seconds", List.of("5")),
            entry("--warm-up", List.of("30")),
            entry("--connections", List.of("16")),
            entry("--memory-at", List.of("200")),
            entry("--beside", List.of("4")),
            entry("--platform-millis", List.of("0")),
            entry("--tls", List.of("no")),
            entry("--against", List.of()),
            entry("--jvm", List.of()),
            entry("--option", List.of()));

    /** The options that may be repeated. */
    private static final Set<String> REPEATED = Set.of("--jvm", "--option");

    /**
     * Reads options, each followed by its value.
     *
     * @throws IllegalArgumentException saying what is wrong with them
     */
    static Plan parse(List<String> arguments) {
        Map<String, List<String>> values = new TreeMap<>(DEFAULTS);
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            List<String> known = DEFAULTS.get(option);
            if (known == null || i + 1 == arguments.size()) {
                throw new IllegalArgumentException("unknown option, or one without its value: " + option);
            }
            List<String> given =
                    new ArrayList<>(REPEATED.contains(option) ? values.getOrDefault(option, known) : List.of());
            given.add(arguments.get(i + 1));
            values.put(option, given);
        }
        return new Plan(
                ALL.stream()
                        .filter(workload -> names(values).contains(workload.name()))
                        .toList(),
                new Timing(
                        number(values, "--rounds"),
                        Duration.ofSeconds(number(values, "--seconds")),
                        Duration.ofSeconds(number(values, "--warm-up"))),
                number(values, "--connections"),
                number(values, "--memory-at"),
                number(values, "--beside"),
                new Legs(isYes(values, "--tls"), Duration.ofMillis(number(values, "--platform-millis"))),
                values.getOrDefault("--against", List.of()).stream().findFirst().map(Path::of),
                new NodeServer.Arguments(
                        values.getOrDefault("--jvm", List.of()), values.getOrDefault("--option", List.of())));
    }

    private static List<String> names(Map<String, List<String>> values) {
        return List.of(values.getOrDefault("--only", List.of()).getFirst().split(",", -1));
    }

    private static boolean isYes(Map<String, List<String>> values, String option) {
        return switch (values.getOrDefault(option, List.of()).getFirst()) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException(option + " is yes or no");
        };
    }

    private static int number(Map<String, List<String>> values, String option) {
        return Integer.parseInt(values.getOrDefault(option, List.of()).getFirst());
    }

    /** The help text; its defaults are those of {@code DEFAULTS}. */
    static final String USAGE = """
            Usage: benchmarks/run [option value]...
              --only NAME,...  of get-4k, put-4k, get-10m, put-10m (these), and put-4k and put-10m with -unsigned,
                               -trailer,
                               -chunks and -chunks-trailer behind it: how the signature covers the body; list-10,
                               list-1000 (pages of ListObjectsV2) and delete-100 (DeleteObjects)
              --rounds N       measurements of each server under each workload (5)
              --seconds N      length of a measurement (5)
              --warm-up N      least seconds of load before a node's first one (30)
              --connections N  clients at once (16)
              --memory-at N    clients at once when looking at memory (200; 0 for not at all)
              --tls yes|no     whether clients and storage are spoken to over TLS, by each server (no)
              --beside N       downloads of 1 GiB to measure small reads beside (4; 0 for not at all)
              --platform-millis N  how long the storage takes to answer (0)
              --against PATH   another build, measured beside this one: its ose-server jar, or its source tree with
                               ose-server and benchmarks packaged
              --jvm OPTION     one more option for the node's Java; may be repeated
              --option K=V     one more option of the node, such as oss.metadata.ledger=log; may be repeated
            """;
}
