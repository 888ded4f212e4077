package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packages' files with owner and mode, and the sandboxing of the units. */
final class PackageFilesIT {

    private static final long MAX_BYTES = 130L * Samples.MIB;
    private static final Duration LINT_LIMIT = Duration.ofMinutes(10);
    private static final String UNITS = "/usr/lib/systemd/system/";
    private static final String ZSH_OF_DEBIAN = "/usr/share/zsh/vendor-completions/";

    private static final Pattern LIBRARY = Pattern.compile("/usr/lib/ose/lib/[A-Za-z0-9._-]+\\.jar");
    private static final Pattern RUNTIME = Pattern.compile("/usr/lib/ose/runtime/.+");
    private static final Pattern PROGRAM = Pattern.compile(
            "/usr/bin/ose|/usr/lib/ose/(keeper|after-keeper|prepare|runtime/(bin/.+|lib/(jspawnhelper|jexec)))");
    private static final Pattern MAN_PAGE = Pattern.compile("/usr/share/man/man1/ose(-[a-z0-9-]+)?\\.1\\.gz");

    /** Everything but libraries, runtime and man pages. */
    private static final List<String> OWN_FILES = List.of(
            "/etc/ose/jvm.options",
            "/etc/ose/ose.properties",
            "/usr/bin/ose",
            "/usr/lib/ose/after-keeper",
            "/usr/lib/ose/keeper",
            "/usr/lib/ose/ose-cli.jar",
            "/usr/lib/ose/ose-server.jar",
            "/usr/lib/ose/prepare",
            "/usr/lib/ose/share/ui/automation/ose-automation.zip",
            "/usr/lib/ose/share/ui/ose-director.zip",
            UNITS + "ose-keeper.service",
            UNITS + "ose-server.path",
            UNITS + "ose-server.service",
            "/usr/lib/sysusers.d/ose.conf",
            "/usr/lib/tmpfiles.d/ose.conf",
            "/usr/share/bash-completion/completions/ose",
            "/usr/share/doc/ose/CHANGELOG.md",
            "/usr/share/doc/ose/changelog.gz",
            "/usr/share/doc/ose/commands.md",
            "/usr/share/doc/ose/copyright",
            "/usr/share/doc/ose/lb/README.md",
            "/usr/share/doc/ose/lb/haproxy.cfg",
            "/usr/share/doc/ose/lb/nginx.conf",
            "/usr/share/doc/ose/options.md",
            "/usr/share/doc/ose/ose.cdx.json",
            "/usr/share/doc/ose/packages.md",
            "/usr/share/fish/vendor_completions.d/ose.fish",
            "/usr/share/lintian/overrides/ose",
            ZSH_OF_DEBIAN + "_ose");

    @TempDir
    Path folder;

    /** A file in a package; the mode as {@code ls} writes it, with its kind. */
    private record Entry(String mode, String owner, String path) {

        private static final Pattern DEB = Pattern.compile("(\\S{10}) (\\S+) +\\d+ \\S+ \\S+ \\.(/\\S*)( -> .*)?");
        private static final Pattern RPM = Pattern.compile("(\\S{10}) (\\S+) (/\\S+)");

        static List<Entry> parse(Pattern form, String listing) {
            return listing.lines()
                    .map(line -> {
                        Matcher matcher = form.matcher(line);
                        assertThat(matcher.matches()).as(line).isTrue();
                        return new Entry(matcher.group(1), matcher.group(2), matcher.group(3));
                    })
                    .toList();
        }

        boolean isDirectory() {
            return mode.startsWith("d");
        }
    }

    private static List<Entry> deb() {
        return Entry.parse(Entry.DEB, new Command("dpkg-deb", "--contents", Packages.deb()).run());
    }

    private static List<Entry> rpm() {
        Path file = Packages.rpm();
        return Entry.parse(
                Entry.RPM,
                new Command(Tools.packaged("rpm"), "--query", "--package", "--nosignature")
                        .with(
                                "--queryformat",
                                "[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES}\\n]",
                                file)
                        .run());
    }

    private static Set<String> files(List<Entry> entries) {
        return entries.stream()
                .filter(entry -> !entry.isDirectory())
                .map(Entry::path)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void debHasTheFilesThatWeKnowOf() {
        List<Entry> entries = deb();

        assertThat(files(entries).stream()
                        .filter(path -> !LIBRARY.matcher(path).matches()
                                && !RUNTIME.matcher(path).matches()
                                && !MAN_PAGE.matcher(path).matches()))
                .containsExactlyElementsOf(OWN_FILES);
        assertThat(files(entries)).contains("/usr/share/man/man1/ose.1.gz", "/usr/share/man/man1/ose-args.1.gz");
        assertThat(entries).allSatisfy(PackageFilesIT::assertOwnerAndMode);
        assertThat(Packages.deb()).isNotEmptyFile();
        assertThat(Packages.deb().toFile().length()).isLessThan(MAX_BYTES);
    }

    @Test
    void rpmHasTheSameFiles() {
        List<Entry> entries = rpm();

        // Overrides of Debian's linter are useless elsewhere.
        assertThat(files(entries))
                .containsExactlyElementsOf(files(deb()).stream()
                        .filter(path -> !path.startsWith("/usr/share/lintian/"))
                        .map(path -> path.replace(ZSH_OF_DEBIAN, "/usr/share/zsh/site-functions/"))
                        .toList());
        assertThat(entries).allSatisfy(PackageFilesIT::assertOwnerAndMode);
        assertThat(Packages.rpm().toFile().length()).isLessThan(MAX_BYTES);
        assertThat(entries.stream().filter(Entry::isDirectory).map(Entry::path))
                .allMatch(path -> path.startsWith("/usr/lib/ose") || path.startsWith("/usr/share/doc/ose"));
    }

    private static void assertOwnerAndMode(Entry entry) {
        assertThat(entry.owner()).as(entry.path()).isEqualTo("root/root");
        if (entry.mode().startsWith("l")) {
            return;
        }
        String wanted = entry.isDirectory()
                ? "drwxr-xr-x"
                : PROGRAM.matcher(entry.path()).matches() ? "-rwxr-xr-x" : "-rw-r--r--";
        // The rpm has it closed from the start; dpkg leaves that to tmpfiles.d, because a directory hides it meanwhile.
        boolean isClosed = entry.path().startsWith("/etc/ose/") && entry.mode().equals("-rw-r-----");
        assertThat(isClosed || entry.mode().equals(wanted)).as(entry.toString()).isTrue();
    }

    @Test
    void billOfMaterialsNamesEachLibrary() {
        Path tree = extracted();
        JsonNode bill = JsonMapper.shared()
                .readTree(tree.resolve("usr/share/doc/ose/ose.cdx.json").toFile());
        Set<String> named = bill.required("components")
                .valueStream()
                .map(part -> part.required("name").asString() + '-'
                        + part.required("version").asString() + ".jar")
                .collect(Collectors.toSet());

        Set<String> shipped = files(deb()).stream()
                .filter(path -> LIBRARY.matcher(path).matches())
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());

        assertThat(shipped).isNotEmpty();
        assertThat(named).containsAll(shipped);
        assertThat(bill.required("components").valueStream())
                .allSatisfy(part ->
                        assertThat(part.path("licenses")).as(part.toString()).isNotEmpty());
    }

    /** At most 2.0 of 10 by systemd's own measure, and nothing in the unit that it does not understand. */
    @ParameterizedTest
    @ValueSource(strings = {"ose-keeper.service", "ose-server.service"})
    void unitIsLockedIn(String name) {
        Path tree = extracted();

        new Command("systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=20")
                .with(tree.resolve(UNITS.substring(1)).resolve(name))
                .run();
        String said = new Command("systemd-analyze", "verify", "--man=no", "--root=" + tree, UNITS + name)
                .end()
                .errors();

        assertThat(said.lines().filter(line -> line.matches(".*ose-\\w+\\.\\w+:[0-9]+:.*")))
                .isEmpty();
    }

    @Test
    void lintersAreContent() {
        new Command(
                        Tools.packaged("lintian"),
                        "--allow-root",
                        "--profile=debian",
                        "--fail-on=error,warning",
                        Packages.deb())
                .within(LINT_LIMIT)
                .run();
        // rpmlint needs it, but Debian's package of rpmlint does not depend on it.
        Tools.packaged("rpm");
        Path settings = Tools.repository().resolve("packaging/rpmlint.toml");
        new Command(Tools.packaged("rpmlint"), "--strict", "--config", settings, Packages.rpm())
                .within(LINT_LIMIT)
                .run();
    }

    private Path extracted() {
        Path tree = folder.resolve("tree");
        new Command("dpkg-deb", "--extract", Packages.deb(), tree).run();
        return tree;
    }
}
