package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.BodyMode;
import dev.ose.benchmarks.Timing;
import dev.ose.benchmarks.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an arena measures.
 *
 * @param backends names of storages, in their order
 * @param contestants in their order
 * @param loads in their order
 * @param connections how many clients at once; each load is measured with each
 * @param isTls whether both legs speak TLS
 * @param html where the report with charts goes
 */
record ArenaPlan(
        List<String> backends,
        List<Contestant> contestants,
        List<Workload> loads,
        List<Integer> connections,
        Timing timing,
        boolean isTls,
        Path html) {

    static final String USAGE = """
            Usage: benchmarks/arena [option value]...
              --backends NAME,...    storages behind all: null, ceph, versitygw (null)
              --servers NAME,...     of direct, nginx, haproxy, s3proxy, versitygw, ose (all)
              --loads NAME,...       get-SIZE and put-SIZE, the size as in 4k, 1m, 1g
                                     (get-4k,put-4k,get-1m,put-1m,get-100m,put-100m)
              --connections N,...    clients at once (1,16,200)
              --rounds N             measurements of each server under each load, in turns (3)
              --seconds N            length of a measurement (4)
              --warm-up N            least seconds of load before the first measurement of a Java program (10)
              --tls yes|no           whether clients and storage are spoken to over TLS; null storage only (no)
              --html FILE            the report with charts (benchmarks/target/run/arena.html)
            """;

    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,4}");

    private static final Map<String, String> DEFAULTS = Map.of(
            "--backends", NullBackend.NAME,
            "--servers", "direct,nginx,haproxy,s3proxy,versitygw,ose",
            "--loads", "get-4k,put-4k,get-1m,put-1m,get-100m,put-100m",
            "--connections", "1,16,200",
            "--rounds", "3",
            "--seconds", "4",
            "--warm-up", "10",
            "--tls", "no",
            "--html", "");

    /**
     * Reads options, each followed by its value.
     *
     * @param directory of the report, if no option says otherwise
     * @throws IllegalArgumentException saying what is wrong with them
     */
    static ArenaPlan parse(List<String> arguments, Path directory) {
        Map<String, String> values = new TreeMap<>(DEFAULTS);
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (!DEFAULTS.containsKey(option) || i + 1 == arguments.size()) {
                throw new IllegalArgumentException("unknown option, or one without its value: " + option);
            }
            values.put(option, arguments.get(i + 1));
        }
        boolean isTls = isYes(value(values, "--tls"));
        List<String> backends = names(values, "--backends")
                .peek(name -> checkBackend(name, isTls))
                .toList();
        String html = value(values, "--html");
        return new ArenaPlan(
                backends,
                names(values, "--servers").map(Contestant::of).toList(),
                names(values, "--loads")
                        .map(load -> Workload.of(load, BodyMode.UNSIGNED))
                        .toList(),
                names(values, "--connections").map(ArenaPlan::number).toList(),
                new Timing(
                        number(value(values, "--rounds")),
                        Duration.ofSeconds(number(value(values, "--seconds"))),
                        Duration.ofSeconds(number(value(values, "--warm-up")))),
                isTls,
                html.isEmpty() ? directory.resolve("arena.html") : Path.of(html));
    }

    private static void checkBackend(String name, boolean isTls) {
        if (!List.of(NullBackend.NAME, StoringBackend.CEPH, StoringBackend.VERSITYGW)
                .contains(name)) {
            throw new IllegalArgumentException("no storage is named " + name);
        }
        if (isTls && !name.equals(NullBackend.NAME)) {
            throw new IllegalArgumentException("only the null storage is measured over TLS, not " + name);
        }
    }

    private static boolean isYes(String value) {
        return switch (value) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException("neither yes nor no: " + value);
        };
    }

    private static int number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("not a number from 1 to 99999: " + text);
        }
        return Integer.parseInt(text);
    }

    private static Stream<String> names(Map<String, String> values, String option) {
        return Stream.of(value(values, option).split(",", -1));
    }

    private static String value(Map<String, String> values, String option) {
        return values.getOrDefault(option, "");
    }
}
