package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;

/** The parts that all other parts of a node depend on. */
public record Foundation(Keyring keyring, Database database, StoragePlatform platform) {}
