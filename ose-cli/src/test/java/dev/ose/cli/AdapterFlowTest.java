package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.testkit.VendorAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands of a platform whose adapter an operator has installed. */
class AdapterFlowTest extends OnHost {

    @BeforeEach
    void install() throws Exception {
        Path adapters = root.resolve("adapters");
        VendorAdapter.of("ecs").write(adapters.resolve("ecs.jar"));
        assertThat(host.ose("args", "set", "-k", "oss.adapters.dir", "-v", adapters.toString())
                        .exitCode())
                .isZero();
    }

    @Test
    void platformOfAnInstalledAdapterIsSetByCommandsOfItsOwn() throws IOException {
        Path secret = Files.writeString(root.resolve("token"), "the-token\n");

        Host.Ran set =
                host.ose("ecs", "admin", "set", "--url", "https://ecs.example.com", "--secret-file", secret.toString());

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().options().values())
                .containsEntry("oss.platform", "ecs")
                .containsEntry("oss.ecs.url", "https://ecs.example.com");
        assertThat(host.stored().secrets()).containsOnlyKeys("oss.ecs.token");
        assertThat(host.ose("platforms", "list").out()).contains("ecs        [ Y ]    [ Y ]");
        assertThat(host.ose("ecs", "admin", "show").out())
                .contains("oss.ecs.url", "https://ecs.example.com")
                .doesNotContain("the-token");
    }

    @Test
    void secretOfAnInstalledAdapterIsKeptByItsKey() throws IOException {
        Path secret = Files.writeString(root.resolve("token"), "the-token\n");

        Host.Ran set = host.ose("args", "set", "-k", "oss.ecs.token", "--secret-file", secret.toString());

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().secrets()).containsOnlyKeys("oss.ecs.token");
    }

    @Test
    void secretOfAnInstalledAdapterIsAskedForAtATerminal() {
        Host.Ran set = host.oseByPerson(
                new Terminal.Asker() {
                    @Override
                    public Secret ask(String question) {
                        return Secret.of("the-token");
                    }

                    @Override
                    public boolean confirm(String question) {
                        return false;
                    }
                },
                "args",
                "set",
                "-k",
                "oss.ecs.token");

        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(host.stored().secrets()).containsEntry("oss.ecs.token", Secret.of("the-token"));
    }

    @Test
    void jarThatIsRefusedIsNamedByTheCommandsThatLackIt() throws IOException {
        Path jar = root.resolve("adapters/ecs.jar");
        Path secret = Files.writeString(root.resolve("token"), "the-token\n");
        host.ose("args", "set", "-k", "oss.ecs.token", "--secret-file", secret.toString());
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-rw-"));
        String problem = "OSE-1010: Adapters are not loaded from " + jar.toRealPath();

        Host.Ran listed = host.ose("platforms", "list");

        assertThat(listed.exitCode()).isZero();
        assertThat(listed.out()).contains("embedded").doesNotContain("ecs");
        assertThat(listed.err()).contains("ose: " + problem);
        assertThat(host.ose("platforms", "enable", "ecs").err())
                .contains("This version has no platform ecs.")
                .contains(problem);
        assertThat(host.ose("ecs", "admin", "show").err()).contains("ose: " + problem);
        assertThat(host.ose("config", "validate").err()).startsWith("ose: " + problem);
    }

    @Test
    void platformWithoutItsAdapterIsAbsentAndItsSecretCanBeRemoved() throws IOException {
        Path secret = Files.writeString(root.resolve("token"), "the-token\n");
        host.ose("args", "set", "-k", "oss.ecs.token", "--secret-file", secret.toString());
        Files.delete(root.resolve("adapters/ecs.jar"));

        assertThat(host.ose("ecs", "admin", "show").err()).contains("This version has no platform ecs.");
        assertThat(host.ose("platforms", "enable", "ecs").err())
                .contains("The platforms are embedded, aws, ceph, minio, osis, versitygw, and those of adapters in ");
        assertThat(host.ose("args", "unset", "-k", "oss.ecs.token").exitCode()).isZero();
        assertThat(host.stored().secrets()).isEmpty();
    }
}
