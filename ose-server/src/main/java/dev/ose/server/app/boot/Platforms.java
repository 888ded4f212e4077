package dev.ose.server.app.boot;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.ceph.CephPlatform;
import dev.ose.adapter.ceph.CephPlatformConfig;
import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.adapter.embedded.EmbeddedPlatformConfig;
import dev.ose.config.CephOptions;
import dev.ose.config.Configuration;
import dev.ose.config.Option;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import dev.ose.keyring.Keyring;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.PlatformTrust;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.time.Clock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the adapter of the platform that the configuration names. */
public final class Platforms {

    private static final Logger LOG = LoggerFactory.getLogger(Platforms.class);

    private static final int ANY_PORT = 0;

    private Platforms() {}

    /** Blocks until the platform can be asked, or is known to be away for now. */
    public static StoragePlatform start(
            Configuration configuration, DataDirectory directory, DataSource database, Keyring keyring, Clock clock) {
        try {
            return switch (configuration.get(PlatformOptions.KIND)) {
                case EMBEDDED ->
                    EmbeddedPlatform.start(
                            embedded(configuration, directory.resolve("objects")), database, keyring, clock);
                case CEPH -> checked(reach(configuration, clock));
                case OSIS -> checked(OsisBootstrap.start(configuration, directory));
            };
        } catch (PlatformException e) {
            throw new StartException(Code.PLATFORM, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The adapter as it would be started, which has asked nothing of a Ceph gateway yet and has heard of an OSIS service what
     * it is. Not for the embedded platform, which is a part of its node.
     */
    public static StoragePlatform reach(Configuration configuration, Clock clock) {
        return switch (configuration.get(PlatformOptions.KIND)) {
            case EMBEDDED -> throw new IllegalArgumentException("the embedded platform runs inside its node");
            case CEPH -> CephPlatform.of(ceph(configuration), clock, new SecureRandom());
            case OSIS -> OsisBootstrap.reach(configuration);
        };
    }

    /**
     * A wrong set-up stops the start. A platform that is away does not: it may come back by itself, and meanwhile the node
     * answers its clients that they should. A certificate that is not trusted does not become so by itself.
     */
    private static StoragePlatform checked(StoragePlatform platform) {
        try {
            platform.checkAccess();
        } catch (PlatformException e) {
            if (e.kind() != Kind.UNAVAILABLE) {
                platform.close();
                throw e;
            }
            if (hasBadCertificate(e)) {
                platform.close();
                throw new StartException(
                        Code.PLATFORM,
                        e.getMessage() + " Name the PEM file of the authorities that vouch for it with "
                                + PlatformOptions.CERTIFICATE_AUTHORITIES.key()
                                + "; let the endpoint have a name that the certificate has; replace a certificate that is over.",
                        e);
            }
            LOG.atWarn()
                    .addKeyValue("endpoint", platform.info().s3Endpoint())
                    .log("the platform is unavailable; until it answers, so is what needs it: {}", e.getMessage());
        }
        return platform;
    }

    private static boolean hasBadCertificate(Throwable e) {
        @Nullable Throwable cause = e;
        while (cause != null && !(cause instanceof CertificateException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    public static EmbeddedPlatformConfig embedded(Configuration configuration, Path objects) {
        return new EmbeddedPlatformConfig(
                objects,
                ANY_PORT,
                configuration.get(S3Options.REGION),
                configuration.get(PlatformOptions.MAX_CONNECTIONS));
    }

    public static CephPlatformConfig ceph(Configuration configuration) {
        URI admin = required(configuration, CephOptions.ADMIN_ENDPOINT);
        return new CephPlatformConfig(
                admin,
                configuration.find(CephOptions.S3_ENDPOINT).orElse(admin),
                configuration.get(CephOptions.REGION),
                required(configuration, CephOptions.ACCESS_KEY),
                SecretFiles.firstLine(
                        CephOptions.SECRET_KEY_FILE, required(configuration, CephOptions.SECRET_KEY_FILE)),
                configuration.get(PlatformOptions.CONNECT_TIMEOUT),
                configuration.get(CephOptions.ADMIN_TIMEOUT),
                PlatformTrust.context(configuration),
                ConfiguredRoutes.of(configuration));
    }

    /** A configuration that chooses a platform and lacks its options is not loaded in the first place. */
    public static <T> T required(Configuration configuration, Option<T> option) {
        return configuration.find(option).orElseThrow(() -> new IllegalStateException(option.key() + " is missing"));
    }
}
