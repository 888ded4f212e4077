package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.config.Configuration;
import dev.ose.keyring.Keyring;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import java.time.Clock;
import javax.sql.DataSource;

/** Where a node gets its platform from: its options as a rule, or an adapter that whoever embeds the node brings. */
@FunctionalInterface
public interface PlatformSource {

    /**
     * Starts the adapter, which the node closes. Blocks until the platform can be asked.
     *
     * @param database the node's own, for an adapter that keeps its state there
     * @throws dev.ose.server.runtime.lifecycle.StartException if the platform cannot be used
     */
    StoragePlatform start(
            Configuration configuration, DataDirectory directory, DataSource database, Keyring keyring, Clock clock);
}
