package dev.ose.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.keeper.configuration.ConfigurationStore;
import dev.ose.testkit.VendorAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredSettingsTest {

    @TempDir
    Path folder;

    private Path options;
    private StoredSettings settings;

    @BeforeEach
    void store() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("etc"));
        options = directory.resolve(ConfigurationStore.OPTIONS);
        settings = new StoredSettings(
                new ConfigurationStore(directory),
                folder.resolve("run"),
                folder.resolve("data"),
                Path.of(System.getProperty("java.home"), "bin/java"));
    }

    @Test
    void changedOptionsAreReadByTheNextProbe() throws IOException {
        assertThat(settings.region()).isEqualTo("us-east-1");
        Files.writeString(options, "oss.s3.region=eu-central-1\n");
        assertThat(settings.region()).isEqualTo("eu-central-1");
        Files.writeString(options, "oss.s3.region=eu-north-1\noss.keeper.s3-probe=false\n");
        assertThat(settings.region()).isEqualTo("eu-north-1");
        assertThat(settings.probesS3()).isFalse();
    }

    @Test
    void probesLoadInstalledAdaptersOnceForAConfiguration() throws IOException {
        Path jar = VendorAdapter.of("acme").write(folder.resolve("adapters/acme.jar"));
        Files.writeString(options, """
            oss.adapters.dir=%s
            oss.platform=acme
            oss.acme.url=https://acme.example.com
            oss.s3.region=eu-central-1
            """.formatted(jar.getParent()));
        assertThat(settings.region()).isEqualTo("eu-central-1");

        Files.delete(jar);

        assertThat(settings.region()).as("still of the first load").isEqualTo("eu-central-1");
        Files.writeString(options, Files.readString(options) + "oss.keeper.s3-probe=true\n");
        assertThat(settings.region()).as("of a load without the adapter").isEqualTo("us-east-1");
    }
}
