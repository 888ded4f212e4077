package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.portal.Branding;
import dev.ose.server.admin.access.portal.BrandingStore;
import dev.ose.server.admin.access.portal.LogoImage;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@link BrandingStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcBrandingStore implements BrandingStore {

    private static final String KIND = "branding";

    private final Database database;

    public JdbcBrandingStore(Database database) {
        this.database = database;
    }

    @Override
    public Revised<Branding> get() {
        return database.first(
                        "SELECT product_name, accent_color, dark_accent_color, sign_in_text, link_titles, link_urls,"
                                + " logo, revision FROM branding WHERE id = 1",
                        Revisions.with(JdbcBrandingStore::read))
                .orElseThrow();
    }

    private static Branding read(ResultSet row) throws SQLException {
        List<String> titles = RowMappers.texts(row, 5);
        List<String> urls = RowMappers.texts(row, 6);
        byte @Nullable [] logo = row.getBytes(7);
        return new Branding(
                row.getString(1),
                new Branding.Accent(row.getString(2), row.getString(3)),
                row.getString(4),
                IntStream.range(0, titles.size())
                        .mapToObj(i -> new Branding.Link(titles.get(i), urls.get(i)))
                        .toList(),
                logo == null ? null : LogoImage.read(logo).orElse(null));
    }

    @Override
    public void put(Branding branding, Expected expected) {
        database.transact(connection -> {
            require(connection, expected);
            return Database.update(
                    connection,
                    "UPDATE branding SET product_name = ?, accent_color = ?, dark_accent_color = ?, sign_in_text = ?,"
                            + " link_titles = ?, link_urls = ? WHERE id = 1",
                    branding.productName(),
                    branding.accent().light(),
                    branding.accent().dark(),
                    branding.signInText(),
                    texts(connection, branding, Branding.Link::title),
                    texts(connection, branding, Branding.Link::url));
        });
    }

    private static Object texts(Connection connection, Branding branding, Function<Branding.Link, String> part)
            throws SQLException {
        return connection.createArrayOf(
                "text", branding.links().stream().map(part).toArray());
    }

    @Override
    public void putLogo(@Nullable LogoImage logo, Expected expected) {
        database.transact(connection -> {
            require(connection, expected);
            @Nullable Object bytes = logo == null ? null : logo.bytes();
            return Database.update(connection, "UPDATE branding SET logo = ? WHERE id = 1", bytes);
        });
    }

    private static void require(Connection connection, Expected expected) throws SQLException {
        expected.require(Revisions.lock(connection, "branding WHERE id = 1").orElse(Expected.ABSENT), KIND, "");
    }
}
