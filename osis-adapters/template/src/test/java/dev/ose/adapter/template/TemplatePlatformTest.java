package dev.ose.adapter.template;

import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.PlatformContract;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The contract of adapters against a platform for tests: {@code -Dtemplate.admin=... -Dtemplate.s3=...
 * -Dtemplate.token=...}
 */
@EnabledIfSystemProperty(
        named = "template.admin",
        matches = ".+",
        disabledReason = "the template's platform is imagined; a copy has one")
class TemplatePlatformTest extends PlatformContract {

    private StoragePlatform platform;

    @BeforeEach
    void connect() throws NoSuchAlgorithmException {
        platform = TemplatePlatform.of(new TemplateConfig(
                URI.create(System.getProperty("template.admin")),
                URI.create(System.getProperty("template.s3")),
                System.getProperty("template.region", "us-east-1"),
                Secret.of(System.getProperty("template.token")),
                Duration.ofSeconds(10),
                Duration.ofMinutes(1),
                SSLContext.getDefault(),
                OutboundRoutes.direct()));
    }

    @AfterEach
    void disconnect() {
        platform.close();
    }

    @Override
    protected StoragePlatform platform() {
        return platform;
    }
}
