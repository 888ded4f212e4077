package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.repetition.CallStore;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests with an idempotency key in the table {@code idempotent_call}. Each new one deletes what is a day old. */
public final class JdbcCallStore implements CallStore {

    private static final String ADD = "INSERT INTO idempotent_call (login, key, digest, attempt) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (login, key) DO NOTHING";

    private static final String FIND = "SELECT digest, status, answer, created,"
            + " status IS NULL AND begun_at < now() - interval '5 minutes' FROM idempotent_call"
            + " WHERE login = ? AND key = ? FOR UPDATE";

    private static final String TAKE_OVER =
            "UPDATE idempotent_call SET attempt = ?, begun_at = now() WHERE login = ? AND key = ?";

    private static final String END = "UPDATE idempotent_call SET status = ?, answer = ?::text, created = ?"
            + " WHERE login = ? AND key = ? AND attempt = ?";

    private static final String FORGET = "DELETE FROM idempotent_call WHERE login = ? AND key = ? AND attempt = ?";

    private final Database database;

    public JdbcCallStore(Database database) {
        this.database = database;
    }

    private record Earlier(
            String digest,
            @Nullable Integer status,
            @Nullable String answer,
            String created,
            boolean isDead) {}

    @Override
    public Optional<Done> begin(Key key, String digest, UUID attempt) {
        database.update("DELETE FROM idempotent_call WHERE begun_at < now() - interval '1 day'");
        return database.transact(connection -> begin(connection, key, digest, attempt));
    }

    private static Optional<Done> begin(Connection connection, Key key, String digest, UUID attempt)
            throws SQLException {
        if (Database.update(connection, ADD, key.login(), key.key(), digest, attempt) == 1) {
            return Optional.empty();
        }
        // The other one may have been forgotten since.
        Earlier earlier = Database.first(connection, FIND, JdbcCallStore::earlier, key.login(), key.key())
                .orElseThrow(() -> new FailureException(new Failure.KeyBusy()));
        if (!earlier.digest().equals(digest)) {
            throw new FailureException(new Failure.KeyReused());
        }
        Integer status = earlier.status();
        if (status != null) {
            return Optional.of(new Done(status, earlier.answer(), earlier.created()));
        }
        if (!earlier.isDead()) {
            throw new FailureException(new Failure.KeyBusy());
        }
        Database.update(connection, TAKE_OVER, attempt, key.login(), key.key());
        return Optional.empty();
    }

    private static Earlier earlier(ResultSet row) throws SQLException {
        return new Earlier(
                row.getString(1),
                row.getObject(2, Integer.class),
                row.getString(3),
                row.getString(4),
                row.getBoolean(5));
    }

    @Override
    public void end(Key key, UUID attempt, Done done) {
        database.update(END, done.status(), done.answer(), done.created(), key.login(), key.key(), attempt);
    }

    @Override
    public void forget(Key key, UUID attempt) {
        database.update(FORGET, key.login(), key.key(), attempt);
    }
}
