package dev.ose.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestReportTest {

    @TempDir
    Path root;

    private void report(String path, String suite, String cases) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="%s" time="1,201.5" tests="9" errors="0" skipped="0" failures="0">
                %s
                </testsuite>
                """.formatted(suite, cases));
    }

    private String printed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TestReport.read(root).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void casesOfBothPluginsAreCountedByTheirOutcome() throws IOException {
        report("a/target/surefire-reports/TEST-x.A.xml", "x.A", """
                <testcase name="passes" classname="x.A"/>
                <testcase name="fails" classname="x.A"><failure message="1 is not 2">trace</failure></testcase>
                <testcase name="breaks" classname="x.A"><error message="broken">trace</error></testcase>
                """);
        report("b/c/target/failsafe-reports/TEST-x.BIT.xml", "x.BIT", """
                <testcase name="lacks" classname="x.BIT"><skipped message="Assumption failed: no zsh"/></testcase>
                <testcase name="passes" \
                classname="x.BIT"><system-out><![CDATA[<testcase><failure/>]]></system-out></testcase>
                """);

        TestReport report = TestReport.read(root);

        assertThat(report.count(TestReport.Outcome.PASSED)).isEqualTo(2);
        assertThat(report.count(TestReport.Outcome.FAILED)).isEqualTo(2);
        assertThat(report.count(TestReport.Outcome.SKIPPED)).isEqualTo(1);
    }

    @Test
    void skippedTestsAreNamedWithTheirReason() throws IOException {
        report("a/target/surefire-reports/TEST-x.A.xml", "x.A", """
                <testcase name="completes" classname="x.A"><skipped \
                type="T"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no zsh
                \tat x.A.completes(A.java:1)]]></skipped></testcase>
                <testcase name="" classname="x.A"><skipped/></testcase>
                """);

        assertThat(printed())
                .contains(
                        "Skipped tests: 2",
                        "1 because: no zsh",
                        "x.A.completes",
                        "1 because: no reason given",
                        "x.A\n");
    }

    @Test
    void slowestClassIsShownWithItsModule() throws IOException {
        report("a/b/target/failsafe-reports/TEST-x.AIT.xml", "x.AIT", "<testcase name='t' classname='x.AIT'/>");

        assertThat(printed()).containsPattern("1201\\.5 s +a/b +x\\.AIT \\(1\\)");
    }

    @Test
    void reportThatBreaksOffIsRefused() throws IOException {
        Path file = root.resolve("a/target/surefire-reports/TEST-x.A.xml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "<testsuite name='x.A'>");

        assertThatThrownBy(() -> TestReport.read(root))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("TEST-x.A.xml");
    }
}
