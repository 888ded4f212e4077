package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterContext;
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

/** The adapter of a Ceph object gateway, and its options. */
public final class CephAdapterFactory implements PlatformAdapterFactory {

    private static final String KIND = "ceph";

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.ceph.admin-endpoint",
                    OptionTypes.httpUrl(),
                    "Address of the gateway's admin ops API, without the path /admin.")
            .required();

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
        return "Ceph";
    }

    @Override
    public String place() {
        return "a Ceph object gateway";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return OPTIONS.all();
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(OPTIONS.commands("A Ceph object gateway as the platform."));
    }

    /** The administrator's key: the gateway accepts it for S3 like that of any user. */
    @Override
    public Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.of(OPTIONS.administrator(context));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        CephPlatformConfig config = new CephPlatformConfig(
                settings.get(ADMIN_ENDPOINT),
                OPTIONS.s3Endpoint(settings),
                settings.get(REGION),
                OPTIONS.administrator(context),
                context.connectTimeout(),
                settings.get(OPTIONS.adminTimeout()),
                context.tls(),
                context.routes());
        return CephPlatform.of(config, context.clock(), new SecureRandom());
    }
}
