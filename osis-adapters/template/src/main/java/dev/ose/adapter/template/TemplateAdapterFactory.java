package dev.ose.adapter.template;

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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The entry point of the adapter; listed in {@code META-INF/services}. */
public final class TemplateAdapterFactory implements PlatformAdapterFactory {

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
                    "oss.template.admin-endpoint",
                    OptionTypes.httpUrlWithPath(),
                    "Where the platform's administration answers.")
            .required();

    private static final AdapterOption<URI> S3_ENDPOINT = AdapterOption.optional(
                    "oss.template.s3-endpoint", OptionTypes.httpUrl(), "Where the platform's S3 service answers.")
            .required();

    private static final AdapterOption<String> REGION = AdapterOption.withDefault(
            "oss.template.region",
            OptionTypes.region(),
            "us-east-1",
            "Region that requests to the platform are signed for.");

    private static final AdapterOption<Path> TOKEN_FILE = AdapterOption.secretFile(
                    "oss.template.token-file",
                    "File whose first line is the token that the administration is shown; readable by its owner only.")
            .required();

    private static final AdapterOption<Duration> TIMEOUT = AdapterOption.timeout(
            "oss.template.timeout", "How long a request to the platform's administration may take.");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return "template";
    }

    @Override
    public String name() {
        return "Template";
    }

    @Override
    public String place() {
        return "an imagined platform";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of(ADMIN_ENDPOINT, S3_ENDPOINT, REGION, TOKEN_FILE, TIMEOUT);
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(new AdapterCommands(
                "An imagined platform.",
                new Side(ADMIN_ENDPOINT, REGION, null, TOKEN_FILE),
                Side.open(S3_ENDPOINT, REGION)));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        return TemplatePlatform.of(new TemplateConfig(
                settings.get(ADMIN_ENDPOINT),
                settings.get(S3_ENDPOINT),
                settings.get(REGION),
                context.secret(TOKEN_FILE),
                context.connectTimeout(),
                settings.get(TIMEOUT),
                context.tls(),
                context.routes()));
    }
}
