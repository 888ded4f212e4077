package dev.ose.server.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.config.ConfigurationLoader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortalOriginsTest {

    private static final int PORT = 9001;

    private static Set<String> origins(String... options) {
        return PortalOrigins.of(ConfigurationLoader.load(List.of(options), Map.of()), PORT);
    }

    @Test
    void withoutAnAddressOfThePortalThoseOfTheListenerAreTaken() {
        assertThat(origins("--server.host-names=ose.example.com"))
                .containsExactlyInAnyOrder(
                        "http://localhost:9001",
                        "http://127.0.0.1:9001",
                        "http://[::1]:9001",
                        "http://ose.example.com:9001");
    }

    @Test
    void listenerOfS3ThatServesManagementHasOriginsOfItsOwn() {
        assertThat(origins(
                        "--oss.s3.management=true",
                        "--server.host-names=ose.example.com",
                        "--oss.s3.tls.port=443",
                        "--oss.s3.tls.certificate=/unread",
                        "--oss.s3.tls.private-key=/unread"))
                .contains("https://ose.example.com", "http://ose.example.com:9001")
                .doesNotContain("https://ose.example.com:443");
    }

    @Test
    void listenerOfS3OnAnyFreePortHasNoOrigin() {
        assertThat(origins("--oss.s3.management=true", "--oss.s3.port=0", "--server.host-names=ose.example.com"))
                .containsExactlyInAnyOrder(
                        "http://localhost:9001",
                        "http://127.0.0.1:9001",
                        "http://[::1]:9001",
                        "http://ose.example.com:9001");
    }

    @Test
    void port0IsRefusedInConfiguredOrigins() {
        assertThatThrownBy(() -> origins("--oss.admin.public-url=https://ose.example.com:0"))
                .hasMessageContaining("oss.admin.public-url");
        assertThatThrownBy(() -> origins("--oss.director.origins=https://cloud.example.com:0"))
                .hasMessageContaining("oss.director.origins");
    }

    @Test
    void addressOfThePortalStandsAloneBesideCloudDirector() {
        assertThat(origins(
                        "--oss.admin.public-url=https://OSE.example.com:443",
                        "--oss.director.url=https://vcd.example.com",
                        "--oss.director.user=administrator@system",
                        "--oss.director.secret-file=/unread",
                        "--oss.director.origins=https://cloud.example.com:8443"))
                .containsExactlyInAnyOrder(
                        "https://ose.example.com", "https://vcd.example.com", "https://cloud.example.com:8443");
    }
}
