package dev.ose.adapter.template;

import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.RemotePlatformContract;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** The failures that the adapter reports if the platform does not answer, or answers nonsense. Runs everywhere. */
class BrokenPlatformTest extends RemotePlatformContract {

    @Override
    protected StoragePlatform platform(URI endpoint, Duration timeout, Secret secretKey) {
        try {
            return TemplatePlatform.of(new TemplateConfig(
                    endpoint,
                    endpoint,
                    "us-east-1",
                    secretKey,
                    timeout,
                    timeout,
                    SSLContext.getDefault(),
                    OutboundRoutes.direct()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime lacks TLS", e);
        }
    }
}
