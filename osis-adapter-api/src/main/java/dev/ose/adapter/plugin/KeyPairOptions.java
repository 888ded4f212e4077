package dev.ose.adapter.plugin;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.plugin.AdapterCommands.Side;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The options of a gateway that is administered with a key pair of its S3 service, over an API that signs like S3.
 *
 * @param adminEndpoint where it is administered; required
 * @param s3Endpoint where its S3 service answers, if that is elsewhere
 * @param region that requests to it are signed for; with a default
 * @param accessKey of the administrator; required
 * @param secretKeyFile of the administrator; required
 * @param adminTimeout how long an administrative request may take
 */
public record KeyPairOptions(
        AdapterOption<URI> adminEndpoint,
        AdapterOption<URI> s3Endpoint,
        AdapterOption<String> region,
        AdapterOption<String> accessKey,
        AdapterOption<Path> secretKeyFile,
        AdapterOption<Duration> adminTimeout) {

    /** Those that the adapter describes, and the other two of its kind. */
    public static KeyPairOptions of(
            String kind,
            AdapterOption<URI> adminEndpoint,
            AdapterOption<String> region,
            AdapterOption<String> accessKey,
            AdapterOption<Path> secretKeyFile) {
        return new KeyPairOptions(
                adminEndpoint,
                AdapterOption.optional(
                        "oss." + kind + ".s3-endpoint",
                        OptionTypes.httpUrl(),
                        "Address of the gateway's S3 service; absent means the admin endpoint."),
                region,
                accessKey,
                secretKeyFile,
                AdapterOption.timeout(
                        "oss." + kind + ".admin-timeout",
                        "How long an administrative request to the gateway may take."));
    }

    /** All of them. */
    public List<AdapterOption<?>> all() {
        return List.of(adminEndpoint, s3Endpoint, region, accessKey, secretKeyFile, adminTimeout);
    }

    /** The commands that set them; the description is a sentence. */
    public AdapterCommands commands(String description) {
        return new AdapterCommands(
                description, new Side(adminEndpoint, region, accessKey, secretKeyFile), Side.open(s3Endpoint, region));
    }

    /** The administrator's key pair. Blocks on the disk. */
    public PlatformKey administrator(AdapterContext context) {
        return new PlatformKey(context.settings().get(accessKey), context.secret(secretKeyFile));
    }

    /** Where the S3 service answers. */
    public URI s3Endpoint(AdapterSettings settings) {
        return settings.find(s3Endpoint).orElseGet(() -> settings.get(adminEndpoint));
    }
}
