package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.AdminUser;
import dev.ose.server.admin.access.AdminUserStore;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.database.Database;
import java.util.Optional;

/** Administrators in the table {@code admin_user}. */
public final class JdbcAdminUserStore implements AdminUserStore {

    private final Database database;

    public JdbcAdminUserStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<AdminUser> find(String name) {
        return database.first(
                "SELECT name, password_hash FROM admin_user WHERE name = ?",
                row -> new AdminUser(row.getString(1), new PasswordHash(row.getString(2))),
                name);
    }

    @Override
    public boolean isEmpty() {
        return database.first("SELECT 1 FROM admin_user LIMIT 1", row -> row.getInt(1))
                .isEmpty();
    }

    @Override
    public boolean add(AdminUser user) {
        return database.update(
                        "INSERT INTO admin_user (name, password_hash, role) VALUES (?, ?, 'PROVIDER_ADMIN')"
                                + " ON CONFLICT DO NOTHING",
                        user.name(),
                        user.hash().encoded())
                == 1;
    }
}
