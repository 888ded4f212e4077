package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links and names of sources in documents lead to existing files. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:|mailto:|#)([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern SOURCE = Pattern.compile("`((?:[\\w.-]+/)+\\w+\\.java)`");

    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]\\w*\\.)*[A-Z]\\w*)`");
    private static final Pattern CLASSES_OF_TERM = Pattern.compile("(?m)^\\|[^|]*\\|[^|]*\\|([^|]*)\\|$");

    /** Abbreviations of folders in CONTRIBUTING.md. */
    private static final Map<String, String> SHORT_FOLDERS = Map.of(
            "server/", "ose-server/src/main/java/dev/ose/server/",
            "protocol/", "s3-protocol/src/main/java/dev/ose/s3/",
            "config/", "ose-config/src/main/java/dev/ose/config/",
            "cli/", "ose-cli/src/main/java/dev/ose/cli/");

    @Test
    void linksOfDocumentsLeadToFiles() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : files(".md")) {
            found(LINK, document)
                    .filter(target -> !Files.exists(document.resolveSibling(target)))
                    .forEach(target -> broken.add(ROOT.relativize(document) + " -> " + target));
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void sourceFilesNamedForContributorsExist() throws IOException {
        assertThat(found(SOURCE, ROOT.resolve("CONTRIBUTING.md"))
                        .filter(path -> !Files.exists(ROOT.resolve(whole(path)))))
                .isEmpty();
    }

    @Test
    void classesNamedInTheGlossaryExist() throws IOException {
        List<String> sources = files(".java").stream().map(Path::toString).toList();

        List<String> named = found(CLASSES_OF_TERM, ROOT.resolve("docs/glossary.md"))
                .flatMap(cell -> CLASS.matcher(cell).results())
                .map(name -> "/" + name.group(1).replace('.', '/') + ".java")
                .toList();

        assertThat(named).hasSizeGreaterThan(100);
        assertThat(named.stream().filter(name -> sources.stream().noneMatch(source -> source.endsWith(name))))
                .isEmpty();
    }

    private static String whole(String path) {
        return SHORT_FOLDERS.entrySet().stream()
                .filter(folder -> path.startsWith(folder.getKey()))
                .map(folder ->
                        folder.getValue() + path.substring(folder.getKey().length()))
                .findFirst()
                .orElse(path);
    }

    private static Stream<String> found(Pattern pattern, Path document) throws IOException {
        return pattern.matcher(Files.readString(document)).results().map((MatchResult it) -> it.group(1));
    }

    private static List<Path> files(String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isOurs = !NOT_OURS.contains(folder.getFileName().toString());
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(ending)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
