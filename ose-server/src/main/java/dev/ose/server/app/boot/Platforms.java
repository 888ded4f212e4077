package dev.ose.server.app.boot;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterFileException;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.config.Configuration;
import dev.ose.config.Option;
import dev.ose.config.PlatformOptions;
import dev.ose.keyring.Keyring;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.security.cert.CertificateException;
import java.time.Clock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the adapter of the configured platform. */
public final class Platforms {

    private static final Logger LOG = LoggerFactory.getLogger(Platforms.class);

    private Platforms() {}

    /** Blocks until the platform is usable or known to be unavailable. */
    public static StoragePlatform start(
            Configuration configuration, DataDirectory directory, DataSource database, Keyring keyring, Clock clock) {
        AdapterContext context = NodeAdapterContext.ofNode(configuration, directory, clock, database, keyring);
        try {
            StoragePlatform platform = open(configuration, context);
            return configuration.adapter().runsInsideNode() ? platform : checked(platform);
        } catch (PlatformException e) {
            throw new StartException(Code.PLATFORM, explained(configuration, e), e);
        } catch (StartException e) {
            throw configuration.platform().equals(Configuration.MAIN_PLATFORM)
                    ? e
                    : new StartException(e.code(), explained(configuration, e), e);
        }
    }

    /** Says which platform is meant unless it is the main one, and which options it has. */
    private static String explained(Configuration configuration, Exception e) {
        String message = String.valueOf(e.getMessage());
        return configuration.platform().equals(Configuration.MAIN_PLATFORM)
                ? message
                : "Platform " + configuration.platform() + ": " + configuration.withOwnKeys(message);
    }

    /**
     * Opens the adapter for a check of the platform. Not for a platform within the node.
     *
     * @throws StartException {@code FILE} if a file of the options cannot be used, {@code PLATFORM} if the adapter is
     *     broken
     */
    public static StoragePlatform reach(Configuration configuration, Clock clock) {
        return open(configuration, NodeAdapterContext.ofCheck(configuration, clock));
    }

    private static StoragePlatform open(Configuration configuration, AdapterContext context) {
        PlatformAdapterFactory adapter = configuration.adapter();
        try {
            return adapter.open(context);
        } catch (PlatformException | StartException e) {
            throw e;
        } catch (AdapterFileException e) {
            throw new StartException(Code.FILE, String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | LinkageError e) {
            if (configuration.adapters().jar(adapter.kind()).isEmpty()) {
                throw e;
            }
            // The operator can fix an adapter that is not part of this release.
            throw new StartException(
                    Code.PLATFORM,
                    "The adapter of the platform " + adapter.kind() + " ("
                            + configuration.adapters().jar(adapter.kind()).get()
                            + ") failed: " + e + ". Ask its vendor for a release for this version of OSE.",
                    e);
        }
    }

    /**
     * A wrong configuration stops the start. An unavailable platform does not: it may recover, and meanwhile clients
     * get ServiceUnavailable. An untrusted certificate stays untrusted.
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
                                + "; let the endpoint have a name that the certificate has; replace a certificate that"
                                + " is over.",
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

    /** Loading has already checked that the options of the chosen platform are set. */
    public static <T> T required(Configuration configuration, Option<T> option) {
        return configuration.find(option).orElseThrow(() -> new IllegalStateException(option.key() + " is missing"));
    }
}
