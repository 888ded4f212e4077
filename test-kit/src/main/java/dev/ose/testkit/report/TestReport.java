package dev.ose.testkit.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The results that Surefire and Failsafe wrote below a directory, as XML files in {@code target/surefire-reports} and
 * {@code target/failsafe-reports} of each module. The reports are counted because Maven's summary and exit status omit
 * ignored failures.
 *
 * <p>{@code ./test} runs this file with {@code java TestReport.java}, also if the build did not compile, so it uses the
 * JDK alone.
 */
public final class TestReport {

    private static final int SLOWEST = 25;
    private static final PathMatcher REPORTS =
            FileSystems.getDefault().getPathMatcher("glob:**/target/{surefire,failsafe}-reports/TEST-*.xml");
    /** Reports lie deepest where {@code ./test nightly} keeps those of its forms. */
    private static final int DEPTH = 8;

    /** The names at the end of a report's path, beginning with its module's. */
    private static final int OWN_NAMES = 3;

    private static final String NO_REASON = "no reason given";
    private static final String ABORTED = "^(org\\.opentest4j\\.TestAbortedException: )?(Assumption failed: )?";
    private static final int REASON_CHARACTERS = 200;

    private final List<Suite> suites;

    private TestReport(List<Suite> suites) {
        this.suites = suites;
    }

    /** The result of a test. */
    public enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * One test case.
     *
     * @param name of the class and the method, with the invocation's if it has parameters
     * @param reason of a failure or of the skipping; empty if the test passed
     */
    public record Case(String name, Outcome outcome, String reason) {}

    /** One test class of a module, and its wall time. */
    public record Suite(String module, String name, double seconds, List<Case> cases) {

        public Suite {
            cases = List.copyOf(cases);
        }
    }

    /** Reads every report below {@code root}. Blocks on files; {@link UncheckedIOException} if one cannot be read. */
    public static TestReport read(Path root) {
        List<Suite> suites = new ArrayList<>();
        try (Stream<Path> files =
                Files.find(root, DEPTH, (file, facts) -> facts.isRegularFile() && REPORTS.matches(file))) {
            for (Path file : files.sorted().toList()) {
                suites.add(suite(root, file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TestReport(suites);
    }

    private static Suite suite(Path root, Path file) throws IOException {
        Path path = root.relativize(file);
        int depth = path.getNameCount() - OWN_NAMES;
        String module = depth > 0 ? path.subpath(0, depth).toString() : ".";
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream bytes = Files.newInputStream(file)) {
            return suite(module, factory.createXMLStreamReader(bytes));
        } catch (XMLStreamException e) {
            throw new IOException(file + " is not a whole report", e);
        }
    }

    private static Suite suite(String module, XMLStreamReader xml) throws XMLStreamException {
        String name = "";
        double seconds = 0;
        List<Case> cases = new ArrayList<>();
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "testsuite" -> {
                    name = attribute(xml, "name");
                    seconds = seconds(attribute(xml, "time"));
                }
                case "testcase" -> cases.add(passed(xml));
                case "failure", "error" -> end(cases, Outcome.FAILED, message(xml));
                case "skipped" -> end(cases, Outcome.SKIPPED, message(xml));
                default -> {}
            }
        }
        return new Suite(module, name, seconds, cases);
    }

    private static Case passed(XMLStreamReader xml) {
        String className = attribute(xml, "classname");
        String method = attribute(xml, "name");
        return new Case(method.isEmpty() ? className : className + "." + method, Outcome.PASSED, "");
    }

    /** Surefire gives a failed assumption no message, but the trace of its exception. */
    private static String message(XMLStreamReader xml) throws XMLStreamException {
        String message = attribute(xml, "message");
        return message.isEmpty() ? xml.getElementText().strip() : message;
    }

    private static void end(List<Case> cases, Outcome outcome, String message) {
        String first = message.lines().findFirst().orElse("");
        String line = first.replaceFirst(ABORTED, "").strip();
        String reason = line.length() <= REASON_CHARACTERS ? line : line.substring(0, REASON_CHARACTERS) + "...";
        cases.addLast(new Case(cases.removeLast().name(), outcome, reason.isEmpty() ? NO_REASON : reason));
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    /** Surefire groups the digits of long times. */
    private static double seconds(String text) {
        return text.isEmpty() ? 0 : Double.parseDouble(text.replace(",", ""));
    }

    /** The number of test cases with that result. */
    public long count(Outcome outcome) {
        return cases(outcome).count();
    }

    private Stream<Case> cases(Outcome outcome) {
        return suites.stream().flatMap(suite -> suite.cases().stream()).filter(found -> found.outcome() == outcome);
    }

    /** Writes the slowest classes, what failed, and what was skipped with its reason. */
    public void print(PrintStream out) {
        out.printf("The %d slowest of %d test classes:%n", Math.min(SLOWEST, suites.size()), suites.size());
        suites.stream()
                .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
                .limit(SLOWEST)
                .forEach(suite -> out.printf(
                        Locale.ROOT,
                        "%8.1f s  %-20s %s (%d)%n",
                        suite.seconds(),
                        suite.module(),
                        suite.name(),
                        suite.cases().size()));
        print(out, "Failed", Outcome.FAILED);
        print(out, "Skipped", Outcome.SKIPPED);
    }

    /** Grouped by reason: one missing program skips many tests. */
    private void print(PrintStream out, String title, Outcome outcome) {
        Map<String, List<String>> names = cases(outcome)
                .collect(Collectors.groupingBy(
                        Case::reason, TreeMap::new, Collectors.mapping(Case::name, Collectors.toList())));
        if (!names.isEmpty()) {
            out.printf("%s tests: %d%n", title, count(outcome));
        }
        names.forEach((reason, tests) -> {
            out.printf("  %d because: %s%n", tests.size(), reason);
            tests.forEach(test -> out.printf("    %s%n", test));
        });
    }

    /**
     * Prints the report of the build in the directory {@code args[0]}, and writes the numbers of passed, failed and
     * skipped tests, with a space between, to the file {@code args[1]}.
     */
    public static void main(String[] args) throws IOException {
        TestReport report = read(Path.of(args[0]));
        report.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        Files.writeString(
                Path.of(args[1]),
                "%d %d %d%n"
                        .formatted(
                                report.count(Outcome.PASSED),
                                report.count(Outcome.FAILED),
                                report.count(Outcome.SKIPPED)));
    }
}
