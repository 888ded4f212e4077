package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the page of codes with the sources of all programs. */
class CodesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("docs/reference/codes.md");
    private static final Pattern IN_PROGRAM = Pattern.compile("\"(OSE-[0-9]{4})");
    private static final Pattern IN_PAGE = Pattern.compile("(?m)^\\| `(OSE-[0-9]{4})` \\| [^|]{4,} \\| [^|]{4,} \\|$");

    @Test
    void everyCodeIsExplainedOnceWithAWayOut() throws IOException {
        assertThat(found(IN_PAGE, Files.readString(PAGE)).toList())
                .isSorted()
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(codesOfPrograms());
    }

    private static Set<String> codesOfPrograms() throws IOException {
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            for (Path module : modules.filter(it -> Files.isDirectory(it.resolve("src/main/java")))
                    .toList()) {
                addCodes(module.resolve("src/main/java"), codes);
            }
        }
        return codes;
    }

    private static void addCodes(Path sources, Set<String> codes) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
                found(IN_PROGRAM, Files.readString(file)).forEach(codes::add);
            }
        }
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult it) -> it.group(1));
    }
}
