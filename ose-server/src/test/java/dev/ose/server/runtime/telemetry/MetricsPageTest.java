package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/metrics.md} explains each metric of the node, and no other. */
class MetricsPageTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path PAGE = Path.of("../docs/reference/metrics.md");

    /** A name in the code; one that ends with a point is completed when the node starts. */
    private static final Pattern IN_CODE = Pattern.compile("\"(ose\\.[a-z0-9.]+)\"");

    private static final Pattern IN_PAGE = Pattern.compile("`(ose_[a-z0-9_]+)`");

    @Test
    void pageExplainsEachMetricAndNoOther() throws IOException {
        TreeSet<String> inCode = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                found(IN_CODE, file).map(name -> name.replace('.', '_')).forEach(inCode::add);
            }
        }
        List<String> inPage = found(IN_PAGE, PAGE).toList();

        assertThat(inCode).hasSizeGreaterThan(50);
        assertThat(inCode.stream()
                        .filter(name -> inPage.stream().noneMatch(explained -> isNamedAfter(explained, name))))
                .isEmpty();
        assertThat(inPage.stream()
                        .filter(explained -> inCode.stream().noneMatch(name -> isNamedAfter(explained, name))))
                .isEmpty();
    }

    /** Prometheus appends units and kinds. */
    private static boolean isNamedAfter(String explained, String name) {
        return explained.equals(name) || explained.startsWith(name.endsWith("_") ? name : name + '_');
    }

    private static Stream<String> found(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file)).results().map((MatchResult match) -> match.group(1));
    }
}
