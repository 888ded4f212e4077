package dev.ose.server.database;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.ShownUser;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.UserProfile;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.LastUse;
import dev.ose.server.tenant.credential.ShownCredential;
import java.net.URI;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Maps rows to domain values and back. Column lists and their readers are kept together, so that they stay consistent.
 */
public final class RowMappers {

    public static final String TENANT =
            "id, name, status, platform_id, canonical_id, created_at, impersonation, provider_access";
    /** A tenant as administrators see it. */
    public static final String SHOWN_TENANT = TENANT + ", suspension_reason";

    public static final String USER = "id, tenant_id, name, role, status, canonical_id, created_at";

    /** A user as administrators see it, from {@link #SHOWN_USERS}. */
    public static final String SHOWN_USER = "u.id, u.tenant_id, u.name, u.role, u.status, u.canonical_id, u.created_at,"
            + " u.display_name, u.email, seen.seen_at";

    public static final String SHOWN_USERS =
            "tenant_user u LEFT JOIN user_seen seen ON seen.tenant_id = u.tenant_id AND seen.user_id = u.id";

    public static final String CREDENTIAL =
            "c.access_key, c.tenant_id, c.user_id, c.kind, c.status, c.description, c.policy, c.expires_at,"
                    + " c.created_at, c.name";
    /** A credential with its user and its last use, from {@link #SHOWN_CREDENTIALS}. */
    public static final String SHOWN_CREDENTIAL = CREDENTIAL + ", u.name, used.used_at, used.address, used.service";

    public static final String SHOWN_CREDENTIALS =
            "credential c JOIN tenant_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id"
                    + " LEFT JOIN credential_use used ON used.access_key = c.access_key";

    /** A bucket with unknown versioning may have versions. */
    public static final String MAY_HAVE_VERSIONS = "coalesce(may_have_versions, true) AS may_have_versions";

    public static final String BUCKET = "id, name, tenant_id, owner_id, platform_id, region, created_at,"
            + " (SELECT home.s3_endpoint FROM tenant_counterpart home"
            + " WHERE home.of_tenant = tenant_id AND home.on_platform = platform_id) AS s3_endpoint, "
            + MAY_HAVE_VERSIONS + ", client_conditions, log_target, log_prefix, log_keys";

    private RowMappers() {}

    /**
     * The word in a column. In a rolling upgrade nodes of the next version write words that this one does not know, and
     * no list may fail by them.
     *
     * @param unknown stands for those; where it decides, the one that permits least
     */
    public static <E extends Enum<E>> E word(ResultSet row, int column, E unknown) throws SQLException {
        String word = row.getString(column);
        return Arrays.stream(unknown.getDeclaringClass().getEnumConstants())
                .filter(known -> known.name().equals(word))
                .findFirst()
                .orElse(unknown);
    }

    public static Tenant tenant(ResultSet row) throws SQLException {
        return new Tenant(
                new TenantId(row.getObject(1, UUID.class)),
                row.getString(2),
                word(row, 3, Status.DISABLED),
                new PlatformId(row.getInt(4)),
                new CanonicalId(row.getString(5)),
                instant(row, 6),
                word(row, 7, ImpersonationPolicy.DISALLOW),
                word(row, 8, ProviderAccess.DISALLOW));
    }

    public static ShownTenant shownTenant(ResultSet row) throws SQLException {
        Tenant tenant = tenant(row);
        // A node that was built before step 39 enables a tenant and leaves the reason.
        return new ShownTenant(tenant, tenant.status() == Status.DISABLED ? row.getString(9) : null);
    }

    public static ShownUser shownUser(ResultSet row) throws SQLException {
        return new ShownUser(user(row), new UserProfile(row.getString(8), row.getString(9)), instantOrNull(row, 10));
    }

    public static User user(ResultSet row) throws SQLException {
        return new User(
                new UserId(row.getObject(1, UUID.class)),
                new TenantId(row.getObject(2, UUID.class)),
                row.getString(3),
                word(row, 4, Role.TENANT_USER),
                word(row, 5, Status.DISABLED),
                new CanonicalId(row.getString(6)),
                instant(row, 7));
    }

    public static Credential credential(ResultSet row) throws SQLException {
        return new Credential(
                new AccessKeyId(row.getString(1)),
                new TenantId(row.getObject(2, UUID.class)),
                new UserId(row.getObject(3, UUID.class)),
                word(row, 4, CredentialKind.UNKNOWN),
                word(row, 5, Status.DISABLED),
                new CredentialTerms(row.getString(10), row.getString(6), row.getString(7), instantOrNull(row, 8)),
                instant(row, 9));
    }

    public static ShownCredential shownCredential(ResultSet row) throws SQLException {
        @Nullable Instant time = instantOrNull(row, 12);
        return new ShownCredential(
                credential(row),
                row.getString(11),
                time == null ? null : new LastUse(time, row.getString(13), word(row, 14, LastUse.Service.UNKNOWN)));
    }

    public static Bucket bucket(ResultSet row) throws SQLException {
        return new Bucket(
                new BucketId(row.getLong(1)),
                new BucketName(row.getString(2)),
                new TenantId(row.getObject(3, UUID.class)),
                new UserId(row.getObject(4, UUID.class)),
                endpoint(row, 5, 8),
                row.getString(6),
                instant(row, 7),
                new Bucket.Settings(row.getBoolean(9), conditions(row.getString(10)), logging(row)));
    }

    private static @Nullable BucketLogging logging(ResultSet row) throws SQLException {
        @Nullable String target = row.getString(11);
        return target == null
                ? null
                : new BucketLogging(
                        new BucketName(target), row.getString(12), word(row, 13, BucketLogging.KeyFormat.UNSTATED));
    }

    public static ClientConditions conditions(@Nullable String text) {
        return text == null ? ClientConditions.NONE : ClientConditions.read(text);
    }

    /**
     * The endpoint of a tenant, from the columns of the platform's id and of the tenant's own endpoint, which may be
     * null.
     */
    public static PlatformEndpoint endpoint(ResultSet row, int platform, int own) throws SQLException {
        @Nullable String text = row.getString(own);
        return new PlatformEndpoint(new PlatformId(row.getInt(platform)), text == null ? null : URI.create(text));
    }

    public static @Nullable String text(@Nullable URI address) {
        return address == null ? null : address.toString();
    }

    public static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
        @Nullable OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** The elements of a text array column, which must not be null. */
    public static List<String> texts(ResultSet row, int column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /** Binds {@code values} in order, including domain value types. */
    public static PreparedStatement bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, plain(values[i]));
        }
        return statement;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case TenantId id -> id.value();
            case UserId id -> id.value();
            case PlatformId id -> id.value();
            case BucketId id -> id.value();
            case BucketName name -> name.value();
            case AccessKeyId key -> key.value();
            case CanonicalId id -> id.value();
            case Enum<?> member -> member.name();
            case Instant time -> time.atOffset(ZoneOffset.UTC);
            case null, default -> value;
        };
    }

    public static <T> Optional<T> first(PreparedStatement statement, Reader<T> reader) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    public static <T> List<T> all(PreparedStatement statement, Reader<T> reader) throws SQLException {
        return all(statement.executeQuery(), reader);
    }

    /** Reads the result to its end and closes it. */
    public static <T> List<T> all(ResultSet result, Reader<T> reader) throws SQLException {
        try (result) {
            List<T> read = new ArrayList<>();
            while (result.next()) {
                read.add(reader.read(result));
            }
            return read;
        }
    }

    /** Reads the current row. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
