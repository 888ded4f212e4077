package dev.ose.adapter.template;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.osis.service.OsisServer;
import dev.ose.osis.service.OsisServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;

/**
 * Runs the adapter as an OSIS service of its own, for OSE to reach over HTTP. Reads its settings from the environment,
 * so that secrets do not appear in the process list. Runs until the process is stopped.
 */
public final class TemplateService {

    private TemplateService() {}

    /** Serves on loopback port {@code TEMPLATE_PORT}; put a proxy with a certificate in front of it. */
    public static void main(String[] arguments) throws IOException, InterruptedException, NoSuchAlgorithmException {
        Map<String, String> settings = System.getenv();
        CountDownLatch stopped = new CountDownLatch(1);
        try (TemplatePlatform platform = TemplatePlatform.of(config(settings));
                OsisServer server = OsisServer.start(platform, options(settings), Clock.systemUTC())) {
            Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown));
            System.Logger log = System.getLogger(TemplateService.class.getName());
            log.log(System.Logger.Level.INFO, "Serving OSIS at {0}", server.endpoint());
            stopped.await();
        }
    }

    private static TemplateConfig config(Map<String, String> settings) throws NoSuchAlgorithmException {
        return new TemplateConfig(
                URI.create(needed(settings, "TEMPLATE_ADMIN_ENDPOINT")),
                URI.create(needed(settings, "TEMPLATE_S3_ENDPOINT")),
                settings.getOrDefault("TEMPLATE_REGION", "us-east-1"),
                Secret.of(needed(settings, "TEMPLATE_TOKEN")),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                SSLContext.getDefault(),
                OutboundRoutes.direct());
    }

    private static OsisServerOptions options(Map<String, String> settings) {
        return OsisServerOptions.of(
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        Integer.parseInt(settings.getOrDefault("TEMPLATE_PORT", "8443"))),
                needed(settings, "TEMPLATE_OSIS_USER"),
                Secret.of(needed(settings, "TEMPLATE_OSIS_SECRET")),
                "Template",
                Path.of(settings.getOrDefault("TEMPLATE_DIRECTORY", "osis-directory")));
    }

    private static String needed(Map<String, String> settings, String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }
}
