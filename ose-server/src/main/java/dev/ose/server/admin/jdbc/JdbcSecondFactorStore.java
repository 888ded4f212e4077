package dev.ose.server.admin.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.factor.SecondFactorStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.SealContext;
import java.util.List;
import java.util.Optional;

/** Second factors in the tables {@code second_factor} and {@code recovery_code}; keys are sealed. */
public final class JdbcSecondFactorStore implements SecondFactorStore {

    private static final String BEGIN = """
            INSERT INTO second_factor (account_id, secret) VALUES (?, ?)
            ON CONFLICT (account_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now()
                WHERE second_factor.confirmed_at IS NULL
            """;

    private static final String CONFIRM = "UPDATE second_factor SET confirmed_at = now(), last_step = ?"
            + " WHERE account_id = ? AND confirmed_at IS NULL";

    private final Database database;
    private final Keyring keyring;

    public JdbcSecondFactorStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public boolean begin(AccountId account, Secret key) {
        byte[] sealed = keyring.seal(key, SealContext.ofSecondFactor(account.value()));
        return database.update(BEGIN, account.value(), sealed) == 1;
    }

    @Override
    public Optional<Factor> find(AccountId account) {
        return database.first(
                "SELECT secret, confirmed_at IS NOT NULL FROM second_factor WHERE account_id = ?",
                row -> new Factor(
                        keyring.unseal(row.getBytes(1), SealContext.ofSecondFactor(account.value())),
                        row.getBoolean(2)),
                account.value());
    }

    @Override
    public boolean confirm(AccountId account, long step, List<String> recovery) {
        return database.transact(connection -> {
            if (Database.update(connection, CONFIRM, step, account.value()) == 0) {
                return false;
            }
            for (String digest : recovery) {
                Database.update(
                        connection,
                        "INSERT INTO recovery_code (account_id, digest) VALUES (?, ?)",
                        account.value(),
                        digest);
            }
            return true;
        });
    }

    @Override
    public boolean takeStep(AccountId account, long step) {
        return database.update(
                        "UPDATE second_factor SET last_step = ? WHERE account_id = ? AND last_step < ?",
                        step,
                        account.value(),
                        step)
                == 1;
    }

    @Override
    public boolean takeRecovery(AccountId account, String digest) {
        return database.update("DELETE FROM recovery_code WHERE account_id = ? AND digest = ?", account.value(), digest)
                == 1;
    }

    @Override
    public void remove(AccountId account) {
        database.update("DELETE FROM second_factor WHERE account_id = ?", account.value());
    }
}
