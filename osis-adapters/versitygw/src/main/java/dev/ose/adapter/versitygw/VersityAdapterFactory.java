package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterCommands.Side;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The adapter of versitygw, and its options. */
public final class VersityAdapterFactory implements PlatformAdapterFactory {

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.versitygw.admin-endpoint",
                    OptionTypes.httpUrl(),
                    "Address of the gateway's admin API: its S3 address, unless it was started with --admin-port.")
            .required();

    private static final AdapterOption<URI> S3_ENDPOINT = AdapterOption.optional(
            "oss.versitygw.s3-endpoint",
            OptionTypes.httpUrl(),
            "Address of the gateway's S3 service; absent means the admin endpoint.");

    private static final AdapterOption<String> REGION = AdapterOption.withDefault(
            "oss.versitygw.region",
            OptionTypes.region(),
            "us-east-1",
            "Region that requests to the gateway are signed for, which is its --region.");

    private static final AdapterOption<String> ACCESS_KEY = AdapterOption.optional(
                    "oss.versitygw.access-key",
                    OptionTypes.matching(
                            "1 to 128 letters, digits, dots, underscores and hyphens", "[A-Za-z0-9._-]{1,128}"),
                    "Access key of the gateway's root account, or of another one with the role admin.")
            .required();

    private static final AdapterOption<Path> SECRET_KEY_FILE = AdapterOption.secretFile(
                    "oss.versitygw.secret-key-file",
                    "File whose first line is the secret key of that account; readable by its owner only.")
            .required();

    private static final AdapterOption<Duration> ADMIN_TIMEOUT = AdapterOption.timeout(
            "oss.versitygw.admin-timeout", "How long an administrative request to the gateway may take.");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return "versitygw";
    }

    @Override
    public String name() {
        return "Versity S3 Gateway";
    }

    @Override
    public String place() {
        return "a Versity S3 Gateway";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of(ADMIN_ENDPOINT, S3_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE, ADMIN_TIMEOUT);
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(new AdapterCommands(
                "A Versity S3 Gateway as the platform.",
                new Side(ADMIN_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE),
                Side.open(S3_ENDPOINT, REGION)));
    }

    /** The administrator's key: the gateway accepts it for S3 like that of any account. */
    @Override
    public Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.of(administrator(context));
    }

    private static PlatformKey administrator(AdapterContext context) {
        return new PlatformKey(context.settings().get(ACCESS_KEY), context.secret(SECRET_KEY_FILE));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        URI admin = settings.get(ADMIN_ENDPOINT);
        VersityPlatformConfig config = new VersityPlatformConfig(
                admin,
                settings.find(S3_ENDPOINT).orElse(admin),
                settings.get(REGION),
                administrator(context),
                context.connectTimeout(),
                settings.get(ADMIN_TIMEOUT),
                context.tls(),
                context.routes());
        return VersityPlatform.of(config, context.clock(), new SecureRandom());
    }
}
