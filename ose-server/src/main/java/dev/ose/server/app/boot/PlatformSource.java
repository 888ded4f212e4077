package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.keyring.Keyring;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import java.time.Clock;
import javax.sql.DataSource;

/** The source of a node's platform: usually its options, or an adapter from the code that embeds the node. */
@FunctionalInterface
public interface PlatformSource {

    /**
     * Starts the adapter, which the node closes. Blocks until the platform is usable.
     *
     * @param database the node's database, for an adapter that stores its state there
     * @throws dev.ose.server.runtime.lifecycle.StartException if the platform cannot be used
     */
    StoragePlatform start(
            Configuration configuration, DataDirectory directory, DataSource database, Keyring keyring, Clock clock);
}
