package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.lifecycle.StartException;
import dev.ose.server.lifecycle.StartException.Code;
import java.net.BindException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.server.PortInUseException;

class StartFailuresTest {

    @Test
    void busyPortIsFoundBehindWhatSpringWrapsAroundIt() {
        StartException told = StartFailures.explain(new IllegalStateException(new PortInUseException(9001)));

        assertThat(told)
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
        StartException told =
                StartFailures.explain(new IllegalStateException(new SQLException("raw text of the driver", state)));

        assertThat(told.code()).isEqualTo(Code.DATABASE);
        assertThat(told.getMessage()).contains(said).doesNotContain("raw text").doesNotContain("\n");
    }

    @Test
    void addressOfAnotherMachineNamesTheOptions() {
        StartException told = StartFailures.explain(new RuntimeException(new BindException("Cannot assign address")));

        assertThat(told.code()).isEqualTo(Code.ADDRESS);
        assertThat(told.getMessage()).contains("server.address").contains("oss.s3.address");
    }

    @Test
    void unforeseenIsToldAsABug() {
        StartException told = StartFailures.explain(new IllegalArgumentException("who knows"));

        assertThat(told.code()).isEqualTo(Code.UNEXPECTED);
        assertThat(told.getMessage()).startsWith("OSE-1199: ");
    }
}
