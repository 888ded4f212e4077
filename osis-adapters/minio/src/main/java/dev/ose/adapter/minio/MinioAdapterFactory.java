package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterFileException;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.adapter.plugin.KeyPairOptions;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The adapter of MinIO, and its options. */
public final class MinioAdapterFactory implements PlatformAdapterFactory {

    private static final String KIND = "minio";

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.minio.admin-endpoint",
                    OptionTypes.httpUrl(),
                    "Address of MinIO's admin API: that of its S3 service, not of its console.")
            .required();

    private static final AdapterOption<String> REGION = AdapterOption.withDefault(
            "oss.minio.region",
            OptionTypes.region(),
            "us-east-1",
            "Region that requests to MinIO are signed for, which is its MINIO_SITE_REGION.");

    private static final AdapterOption<String> ACCESS_KEY = AdapterOption.optional(
                    "oss.minio.access-key",
                    OptionTypes.matching(
                            "1 to 128 letters, digits, dots, underscores and hyphens", "[A-Za-z0-9._-]{1,128}"),
                    "Access key of the user by which OSE administers MinIO.")
            .required();

    private static final AdapterOption<Path> SECRET_KEY_FILE = AdapterOption.secretFile(
                    "oss.minio.secret-key-file",
                    "File whose first line is the secret key of that user; readable by its owner only.")
            .required();

    private static final AdapterOption<Path> KEY_SECRET_FILE = AdapterOption.secretFile(
                    "oss.minio.key-secret-file",
                    "File whose first line, of at least 32 characters, is what the secret keys of users are derived"
                            + " from; the same at every node, and not to be changed.")
            .required();

    private static final KeyPairOptions OPTIONS =
            KeyPairOptions.of(KIND, ADMIN_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE);

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String name() {
        return "MinIO";
    }

    @Override
    public String place() {
        return "a MinIO server";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return Stream.concat(OPTIONS.all().stream(), Stream.of(KEY_SECRET_FILE)).toList();
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(OPTIONS.commands("A MinIO server as the platform."));
    }

    /** The administrator's key, which may list all buckets. */
    @Override
    public Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.of(OPTIONS.administrator(context));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        MinioPlatformConfig config = new MinioPlatformConfig(
                settings.get(ADMIN_ENDPOINT),
                OPTIONS.s3Endpoint(settings),
                settings.get(REGION),
                OPTIONS.administrator(context),
                keySecret(context),
                new MinioPlatformConfig.Connection(
                        context.connectTimeout(),
                        settings.get(OPTIONS.adminTimeout()),
                        context.tls(),
                        context.routes()));
        return MinioPlatform.of(config, context.clock(), new SecureRandom());
    }

    private static Secret keySecret(AdapterContext context) {
        Secret secret = context.secret(KEY_SECRET_FILE);
        int length = secret.use(bytes -> bytes.length);
        if (length < MinioPlatformConfig.MIN_KEY_SECRET_BYTES) {
            throw new AdapterFileException(
                    "The first line of " + context.settings().get(KEY_SECRET_FILE) + " has fewer than "
                            + MinioPlatformConfig.MIN_KEY_SECRET_BYTES
                            + " characters. Write a random line with openssl rand -hex 32.",
                    new IllegalArgumentException(length + " characters"));
        }
        return secret;
    }
}
