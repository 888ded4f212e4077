package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.session.KnownDeviceStore;
import dev.ose.server.database.Database;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Known devices in the table {@code known_device}. */
public final class JdbcKnownDeviceStore implements KnownDeviceStore {

    private static final String USE = "UPDATE known_device SET used_at = now()"
            + " WHERE digest = ? AND used_at > now() - ? * interval '1 second' RETURNING account_id";

    private static final String TRIM = "DELETE FROM known_device WHERE digest IN ("
            + "SELECT digest FROM known_device WHERE account_id = ? ORDER BY used_at DESC, digest OFFSET ?)";

    private final Database database;

    public JdbcKnownDeviceStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<AccountId> use(String digest, Duration life) {
        return database.first(USE, row -> new AccountId(row.getObject(1, UUID.class)), digest, life.toSeconds());
    }

    @Override
    public void add(AccountId account, String digest, int most) {
        database.transact(connection -> {
            Database.update(connection, TRIM, account.value(), most - 1);
            return Database.update(
                    connection, "INSERT INTO known_device (digest, account_id) VALUES (?, ?)", digest, account.value());
        });
    }
}
