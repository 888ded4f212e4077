package dev.ose.server.app.options;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.server.runtime.lifecycle.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreePortsTest {

    @ParameterizedTest
    @ValueSource(strings = {"server.port", "oss.s3.port"})
    void portThatIsTakenIsNamedWithItsOption(String option) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThatThrownBy(() -> FreePorts.require(configuration("--" + option + "=" + port)))
                    .isInstanceOf(StartException.class)
                    .hasMessage(
                            "OSE-1103: Port " + port + " is in use by another process. Stop that one, or choose another"
                                    + " port with " + option + ".");
        }
    }

    @Test
    void addressThatIsNotOfThisMachineIsNamed() {
        assertThatThrownBy(() -> FreePorts.require(configuration("--oss.s3.address=192.0.2.1", "--oss.s3.port=9")))
                .hasMessageStartingWith("OSE-1104: Port 9 cannot be listened on")
                .hasMessageContaining("oss.s3.address");
    }

    @Test
    void portsThatAreFreeOrAnyAreFine() {
        assertThatCode(() -> FreePorts.require(configuration())).doesNotThrowAnyException();
    }

    private static Configuration configuration(String... options) {
        List<String> arguments = new ArrayList<>(List.of("--server.address=127.0.0.1", "--oss.s3.address=127.0.0.1"));
        List<String> named = List.of(options);
        for (String port : List.of("--server.port", "--oss.s3.port")) {
            if (named.stream().noneMatch(option -> option.startsWith(port + "="))) {
                arguments.add(port + "=0");
            }
        }
        arguments.addAll(named);
        return ConfigurationLoader.load(arguments, Map.of());
    }
}
