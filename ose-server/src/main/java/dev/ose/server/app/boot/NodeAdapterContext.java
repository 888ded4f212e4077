package dev.ose.server.app.boot;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterMemory;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.PlatformTrust;
import dev.ose.server.app.options.SecretFiles;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The context of the configured platform's adapter: its options, the node's network, and in a node also storage. */
public final class NodeAdapterContext implements AdapterContext {

    private final Configuration configuration;
    private final Clock clock;
    private final @Nullable AdapterMemory memory;
    private final List<Object> parts;

    private NodeAdapterContext(
            Configuration configuration, Clock clock, @Nullable AdapterMemory memory, List<Object> parts) {
        this.configuration = configuration;
        this.clock = clock;
        this.memory = memory;
        this.parts = parts;
    }

    /** For an adapter that is opened for a check. */
    public static NodeAdapterContext ofCheck(Configuration configuration, Clock clock) {
        return new NodeAdapterContext(configuration, clock, null, List.of());
    }

    /** For the adapter of a node; an adapter within the node's process also uses these parts. */
    public static NodeAdapterContext ofNode(
            Configuration configuration, DataDirectory directory, Clock clock, Object... parts) {
        return new NodeAdapterContext(
                configuration,
                clock,
                new DataDirectoryMemory(directory, filePrefix(configuration)),
                configuration.adapter().runsInsideNode() ? List.of(parts) : List.of());
    }

    /** Of a further platform with a dot, which no kind has. */
    private static String filePrefix(Configuration configuration) {
        String kind = configuration.adapter().kind();
        return configuration.platform().equals(Configuration.MAIN_PLATFORM)
                ? kind
                : configuration.platform() + '.' + kind;
    }

    @Override
    public AdapterSettings settings() {
        return configuration.settings(configuration.adapter());
    }

    @Override
    public Secret secret(AdapterOption<Path> option) {
        return SecretFiles.firstLine(option.key(), settings().get(option));
    }

    @Override
    public Duration connectTimeout() {
        return configuration.get(PlatformOptions.CONNECT_TIMEOUT);
    }

    @Override
    public SSLContext tls() {
        return PlatformTrust.context(configuration);
    }

    @Override
    public OutboundRoutes routes() {
        return ConfiguredRoutes.of(configuration);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public String region() {
        return configuration.get(S3Options.REGION);
    }

    @Override
    public int connections() {
        return configuration.get(PlatformOptions.MAX_CONNECTIONS);
    }

    @Override
    public Optional<AdapterMemory> memory() {
        return Optional.ofNullable(memory);
    }

    @Override
    public <T> Optional<T> part(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
