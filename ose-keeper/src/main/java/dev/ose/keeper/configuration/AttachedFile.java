package dev.ose.keeper.configuration;

import dev.ose.config.AdminOptions;
import dev.ose.config.NodeOptions;
import dev.ose.config.Option;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import java.nio.file.Path;

/** Files beside the options that a node needs, and that the configuration directory can hold for it. */
public enum AttachedFile {
    /** Decrypts the secrets in the database; all nodes of a database share one. */
    KEYRING("keyring.json"),
    /** The S3 listener's. */
    S3_CERTIFICATE("s3-certificate.pem"),
    /** The S3 listener's. */
    S3_PRIVATE_KEY("s3-private-key.pem"),
    /** The admin listener's. */
    ADMIN_CERTIFICATE("admin-certificate.pem"),
    /** The admin listener's. */
    ADMIN_PRIVATE_KEY("admin-private-key.pem"),
    /** Certificate authorities trusted for connections to the platform. */
    PLATFORM_AUTHORITIES("platform-authorities.pem");

    private final String fileName;

    AttachedFile(String fileName) {
        this.fileName = fileName;
    }

    /** Its name in the configuration directory. */
    public String fileName() {
        return fileName;
    }

    /** The option that passes its path to a node. */
    public Option<Path> option() {
        return switch (this) {
            case KEYRING -> NodeOptions.KEYRING_FILE;
            case S3_CERTIFICATE -> S3Options.TLS_CERTIFICATE;
            case S3_PRIVATE_KEY -> S3Options.TLS_PRIVATE_KEY;
            case ADMIN_CERTIFICATE -> AdminOptions.TLS_CERTIFICATE;
            case ADMIN_PRIVATE_KEY -> AdminOptions.TLS_PRIVATE_KEY;
            case PLATFORM_AUTHORITIES -> PlatformOptions.CERTIFICATE_AUTHORITIES;
        };
    }
}
