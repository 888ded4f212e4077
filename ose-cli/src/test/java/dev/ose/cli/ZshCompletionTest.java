package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion as a real zsh evaluates it; skipped without zsh. */
class ZshCompletionTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                directory.resolve("_ose"),
                CompletionCommand.script(CompletionCommand.Shell.ZSH, CommandReference.grammar()));
    }

    @Test
    void wordsAndOptionsFollowWhatIsThere() throws Exception {
        assertThat(offered("ose "))
                .contains("args:", "ui:The plug-in", "service:")
                .doesNotContain("cloudian");
        assertThat(offered("ose args ")).contains("set:", "unset:").doesNotContain("doctor");
        assertThat(offered("ose args set -"))
                .contains("--dry-run:", "--socket:")
                .doesNotContain("set:");
        assertThat(offered("ose config import --dry-run --")).contains("--file:", "--secret-stdin:");
    }

    @Test
    void argumentIsAFile() throws Exception {
        assertThat(offered("ose config export --file ")).contains("FILES");
    }

    /** Calls the function itself, with stubs for the functions of zsh's completion system. */
    private String offered(String line) throws Exception {
        Process zsh = new ProcessBuilder(
                        Programs.find("zsh").toString(), "-f", "-c", """
                compdef() { : }
                _files() { print FILES }
                _describe() { local name=${@[-1]}; print -rl -- "${(@P)name}" }
                source "$1/_ose"
                words=("${(@s: :)2}") CURRENT=$#words PREFIX=$words[-1]
                _ose
                """, "zsh", directory.toString(), line)
                .redirectErrorStream(true)
                .start();
        zsh.getOutputStream().close();
        String said = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(zsh.waitFor()).as(said).isZero();
        return said;
    }
}
