package dev.ose.adapter.versitygw;

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

/** The adapter of versitygw, and its options. */
public final class VersityAdapterFactory implements PlatformAdapterFactory {

    private static final String KIND = "versitygw";

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.versitygw.admin-endpoint",
                    OptionTypes.httpUrl(),
                    "Address of the gateway's admin API: its S3 address, unless it was started with --admin-port.")
            .required();

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
        return "Versity S3 Gateway";
    }

    @Override
    public String place() {
        return "a Versity S3 Gateway";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return OPTIONS.all();
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(OPTIONS.commands("A Versity S3 Gateway as the platform."));
    }

    /** The administrator's key: the gateway accepts it for S3 like that of any account. */
    @Override
    public Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.of(OPTIONS.administrator(context));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        VersityPlatformConfig config = new VersityPlatformConfig(
                settings.get(ADMIN_ENDPOINT),
                OPTIONS.s3Endpoint(settings),
                settings.get(REGION),
                OPTIONS.administrator(context),
                context.connectTimeout(),
                settings.get(OPTIONS.adminTimeout()),
                context.tls(),
                context.routes());
        return VersityPlatform.of(config, context.clock(), new SecureRandom());
    }
}
