package dev.ose.server.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ose.keyring.Keyring;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.postgres.EmbeddedPostgresConfig;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import dev.ose.testkit.FullDisk;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.web.server.PortInUseException;

class StartFailuresTest {

    @Test
    void busyPortIsFoundBehindWhatSpringWrapsAroundIt() {
        StartException explained = StartFailures.explain(new IllegalStateException(new PortInUseException(9001)));

        assertThat(explained)
                .hasMessage("OSE-1103: Port 9001 is in use by another process. Stop that one, or choose another port"
                        + " with server.port.");
    }

    @ParameterizedTest
    @CsvSource({
        "28P01,it refuses the login.",
        "3D000,it has no such database.",
        "53300,it has no connection left.",
        "08001,it cannot be reached.",
        "42501,it answers 42501."
    })
    void databaseThatCannotBeUsedIsToldByItsState(String state, String said) {
        StartException explained =
                StartFailures.explain(new IllegalStateException(new SQLException("raw text of the driver", state)));

        assertThat(explained.code()).isEqualTo(Code.DATABASE);
        assertThat(explained.getMessage())
                .contains(said)
                .doesNotContain("raw text")
                .doesNotContain("\n");
    }

    @Test
    void addressOfAnotherMachineNamesTheOptions() {
        StartException explained =
                StartFailures.explain(new RuntimeException(new BindException("Cannot assign address")));

        assertThat(explained.code()).isEqualTo(Code.ADDRESS);
        assertThat(explained.getMessage()).contains("server.address").contains("oss.s3.address");
    }

    @Test
    void keyFileThatCannotBeUsedIsToldWithItsFix(@TempDir Path directory) {
        StartException explained =
                StartFailures.explain(new IllegalStateException(catchThrowable(() -> Keyring.open(directory))));

        assertThat(explained.getMessage()).startsWith("OSE-1108: ").contains("is a directory");
    }

    @Test
    void schemaThatCannotBeBroughtUpToDateIsTold() {
        PGSimpleDataSource nowhere = new PGSimpleDataSource();
        nowhere.setPortNumbers(new int[] {1});

        StartException explained = StartFailures.explain(catchThrowable(() -> SchemaMigrator.migrate(nowhere)));

        assertThat(explained.getMessage()).startsWith("OSE-1107: ");
    }

    @Test
    void diskWithoutRoomForAnEmbeddedDatabaseIsTold(@TempDir Path directory) throws IOException {
        try (FullDisk disk = FullDisk.mount(directory)) {
            disk.fill();

            StartException explained = StartFailures.explain(catchThrowable(
                    () -> EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("postgres")))));

            assertThat(explained.getMessage()).startsWith("OSE-1106: ");
        }
    }

    @Test
    void dataDirectoryThatIsNoneIsTold(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThat(catchThrowable(() -> DataDirectory.open(file)))
                .hasMessageStartingWith("OSE-1101: ")
                .hasMessageContaining("oss.data.dir");
    }

    @Test
    void unforeseenIsToldAsABug() {
        StartException explained = StartFailures.explain(new IllegalArgumentException("who knows"));

        assertThat(explained.code()).isEqualTo(Code.UNEXPECTED);
        assertThat(explained.getMessage()).startsWith("OSE-1199: ");
    }

    @Test
    void beanThatCannotBeMadeIsToldByItsCause() {
        StartException explained = StartFailures.explain(
                new BeanCreationException("meter", "not made", new IllegalArgumentException("no such clock")));

        assertThat(explained.getMessage())
                .contains("IllegalArgumentException: no such clock")
                .doesNotContain("meter");
    }
}
