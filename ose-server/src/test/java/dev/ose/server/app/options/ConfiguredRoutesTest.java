package dev.ose.server.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.adapter.http.OutboundProxies;
import dev.ose.adapter.http.OutboundProxy;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationException;
import dev.ose.config.ConfigurationLoader;
import dev.ose.server.runtime.lifecycle.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredRoutesTest {

    private static final String PROXY = "--oss.outbound.proxy=http://proxy.test:3128";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "s3.corp.test, false",
        "S3.Corp.Test, false",
        "corp.test, true",
        "10.1.2.3, false",
        "11.1.2.3, true",
        "[2001:db8::5], false",
        "exact.test, false",
        "notexact.test, true"
    })
    void exceptionsAreNamesDomainsAndRanges(String host, boolean isLed) {
        OutboundProxies proxies = ConfiguredRoutes.of(
                        with(PROXY, "--oss.outbound.no-proxy=.corp.test,10.0.0.0/8,2001:db8::/32,exact.test"))
                .proxies();

        assertThat(proxies.to("https", host).isPresent()).isEqualTo(isLed);
        assertThat(proxies.to("http", host).isPresent()).isEqualTo(isLed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0", "10.0.0.256", "fe80::1::2", "10.0.0.0/8/8"})
    void exceptionThatLooksLikeAnAddressAndIsNoneStopsTheStart(String text) {
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> ConfiguredRoutes.of(with(PROXY, "--oss.outbound.no-proxy=" + text)))
                .isInstanceOfAny(StartException.class, ConfigurationException.class)
                .withMessageContaining("oss.outbound.no-proxy");
    }

    @Test
    void exceptionsWithoutAProxyAreRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> with("--oss.outbound.no-proxy=.corp.test"))
                .withMessageContaining("OSE-1003")
                .withMessageContaining("oss.outbound.proxy");
    }

    @Test
    void loginOfTheProxyComesFromItsFile() throws Exception {
        Path secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "s3cret\n");

        OutboundProxies proxies = ConfiguredRoutes.of(
                        with(PROXY, "--oss.outbound.proxy-user=node", "--oss.outbound.proxy-secret-file=" + secret))
                .proxies();

        assertThat(proxies.to("https", "a.test")).hasValueSatisfying(proxy -> {
            assertThat(proxy.toString()).isEqualTo("proxy.test:3128");
            assertThat(proxy.login()).extracting(OutboundProxy.Login::user).isEqualTo("node");
            assertThat(String.valueOf(proxy.login())).doesNotContain("s3cret");
        });
    }

    @Test
    void platformInsideTheProcessIsReachedDirectly() {
        assertThat(ConfiguredRoutes.toPlatforms(with(PROXY)).to("http", "a.test"))
                .isEmpty();
    }

    private Configuration with(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--oss.data.dir=" + folder.resolve("data"));
        return ConfigurationLoader.load(all, Map.of());
    }
}
