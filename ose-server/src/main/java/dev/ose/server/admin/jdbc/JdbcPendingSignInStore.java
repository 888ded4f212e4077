package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.session.PendingSignIn;
import dev.ose.server.admin.access.session.PendingSignInStore;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sign-ins under way in the table {@code pending_sign_in}. Each new one deletes what has expired. */
public final class JdbcPendingSignInStore implements PendingSignInStore {

    private static final String ADD = "INSERT INTO pending_sign_in"
            + " (digest, browser, tenant_id, provider, issuer, return_to, expires_at)"
            + " VALUES (?, ?, ?, ?, ?, ?, now() + ? * interval '1 second')";

    private static final String TAKE = "DELETE FROM pending_sign_in WHERE digest = ?"
            + " RETURNING browser, tenant_id, provider, issuer, return_to, expires_at > now()";

    private final Database database;

    public JdbcPendingSignInStore(Database database) {
        this.database = database;
    }

    @Override
    public void add(String digest, PendingSignIn signIn, Duration life) {
        database.update("DELETE FROM pending_sign_in WHERE expires_at <= now()");
        database.update(
                ADD,
                digest,
                signIn.browser(),
                signIn.tenant(),
                signIn.provider(),
                signIn.issuer(),
                signIn.returnTo(),
                life.toSeconds());
    }

    @Override
    public Optional<PendingSignIn> take(String digest) {
        return database.first(
                        TAKE,
                        row -> new Taken(
                                new PendingSignIn(
                                        row.getString(1),
                                        tenant(row),
                                        row.getString(3),
                                        row.getString(4),
                                        row.getString(5)),
                                row.getBoolean(6)),
                        digest)
                .filter(Taken::isLive)
                .map(Taken::signIn);
    }

    private static @Nullable TenantId tenant(ResultSet row) throws SQLException {
        UUID id = row.getObject(2, UUID.class);
        return id == null ? null : new TenantId(id);
    }

    private record Taken(PendingSignIn signIn, boolean isLive) {}
}
