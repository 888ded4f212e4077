package dev.ose.server.app.boot;

import dev.ose.adapter.StoragePlatform;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;

/** What everything else of a node stands on. */
public record Foundation(Keyring keyring, Database database, StoragePlatform platform) {}
