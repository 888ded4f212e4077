package dev.ose.adapter.ceph;

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

/** The adapter of a Ceph object gateway, and its options. */
public final class CephAdapterFactory implements PlatformAdapterFactory {

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.ceph.admin-endpoint",
                    OptionTypes.httpUrl(),
                    "Address of the gateway's admin ops API, without the path /admin.")
            .required();

    private static final AdapterOption<URI> S3_ENDPOINT = AdapterOption.optional(
            "oss.ceph.s3-endpoint",
            OptionTypes.httpUrl(),
            "Address of the gateway's S3 service; absent means the admin endpoint.");

    private static final AdapterOption<String> REGION = AdapterOption.withDefault(
            "oss.ceph.region",
            OptionTypes.region(),
            "default",
            "Region that requests to the gateway are signed for, which is the api_name of its zone group.");

    private static final AdapterOption<String> ACCESS_KEY = AdapterOption.optional(
                    "oss.ceph.access-key",
                    OptionTypes.matching("1 to 128 letters, digits, underscores and hyphens", "[A-Za-z0-9_-]{1,128}"),
                    "Access key of the gateway's user that administers it, who needs the capabilities users=*,"
                            + " buckets=read and metadata=read.")
            .required();

    private static final AdapterOption<Path> SECRET_KEY_FILE = AdapterOption.secretFile(
                    "oss.ceph.secret-key-file",
                    "File whose first line is the secret key of that user; readable by its owner only.")
            .required();

    private static final AdapterOption<Duration> ADMIN_TIMEOUT = AdapterOption.timeout(
            "oss.ceph.admin-timeout", "How long an administrative request to the gateway may take.");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return "ceph";
    }

    @Override
    public String name() {
        return "Ceph";
    }

    @Override
    public String place() {
        return "a Ceph object gateway";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of(ADMIN_ENDPOINT, S3_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE, ADMIN_TIMEOUT);
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(new AdapterCommands(
                "A Ceph object gateway as the platform.",
                new Side(ADMIN_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE),
                Side.open(S3_ENDPOINT, REGION)));
    }

    /** The administrator's key: the gateway accepts it for S3 like that of any user. */
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
        CephPlatformConfig config = new CephPlatformConfig(
                admin,
                settings.find(S3_ENDPOINT).orElse(admin),
                settings.get(REGION),
                administrator(context),
                context.connectTimeout(),
                settings.get(ADMIN_TIMEOUT),
                context.tls(),
                context.routes());
        return CephPlatform.of(config, context.clock(), new SecureRandom());
    }
}
