package dev.ose.adapter.embedded;

import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.keyring.Keyring;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** The adapter of the embedded platform. It has no options, and only a node can open it. */
public final class EmbeddedAdapterFactory implements PlatformAdapterFactory {

    private static final String DIRECTORY = "objects";
    private static final int ANY_PORT = 0;

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return "embedded";
    }

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public String place() {
        return "the node's data directory";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of();
    }

    @Override
    public boolean runsInsideNode() {
        return true;
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        EmbeddedPlatformConfig config = new EmbeddedPlatformConfig(
                required(context.memory()).directory().resolve(DIRECTORY),
                ANY_PORT,
                context.region(),
                context.connections());
        return EmbeddedPlatform.start(
                config,
                required(context.part(DataSource.class)),
                required(context.part(Keyring.class)),
                context.clock());
    }

    private static <T> T required(Optional<T> part) {
        return part.orElseThrow(() -> new IllegalStateException("the embedded platform runs inside a node"));
    }
}
