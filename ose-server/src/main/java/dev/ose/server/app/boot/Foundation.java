package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import java.util.Map;

/**
 * The parts that all other parts of a node depend on.
 *
 * @param platforms the adapters by the name of their platform
 */
public record Foundation(Keyring keyring, Database database, Map<String, StoragePlatform> platforms) {

    public Foundation {
        platforms = Map.copyOf(platforms);
    }
}
