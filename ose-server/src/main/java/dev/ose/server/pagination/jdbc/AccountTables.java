package dev.ose.server.pagination.jdbc;

import dev.ose.server.admin.access.account.Administrator;
import dev.ose.server.admin.access.link.ShareLink;
import dev.ose.server.admin.access.token.ApiToken;
import dev.ose.server.admin.jdbc.JdbcAdministratorStore;
import dev.ose.server.admin.jdbc.JdbcApiTokenStore;
import dev.ose.server.admin.jdbc.JdbcShareLinkStore;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.jdbc.JdbcIdentityProviderStore;
import dev.ose.server.pagination.AdminList;
import java.util.Map;

/** The tables of lists of accounts and of what they sign in by. */
final class AccountTables {

    static final ListTable<Administrator> ADMINISTRATORS = new ListTable<>(
            AdminList.ADMINISTRATORS,
            JdbcAdministratorStore.COLUMNS,
            "account a WHERE a.name IS NOT NULL",
            Map.of(
                    "name",
                    "a.name",
                    "status",
                    "a.status",
                    "identityProvider",
                    "coalesce(a.provider, '')",
                    "createdAt",
                    "a.created_at",
                    "signedInAt",
                    "coalesce(a.signed_in_at, " + KeysetReader.NEVER + ")"),
            JdbcAdministratorStore::read);

    static final ListTable<ApiToken> TOKENS = new ListTable<>(
            AdminList.TOKENS,
            JdbcApiTokenStore.COLUMNS,
            "api_token WHERE account_id = ?",
            Map.of(
                    "name",
                    "name",
                    "scope",
                    "(CASE WHEN is_read_only THEN 'READ_ONLY' ELSE 'FULL' END COLLATE \"C\")",
                    "tenant",
                    "(coalesce(tenant_id::text, '') COLLATE \"C\")",
                    "createdAt",
                    "created_at",
                    "expiresAt",
                    "expires_at",
                    "lastUsedAt",
                    "coalesce(used_at, " + KeysetReader.NEVER + ")"),
            JdbcApiTokenStore::read);

    static final ListTable<ShareLink> SHARE_LINKS = new ListTable<>(
            AdminList.SHARE_LINKS,
            JdbcShareLinkStore.COLUMNS,
            JdbcShareLinkStore.FROM + " WHERE l.tenant_id = ? AND (?::uuid IS NULL OR l.user_id = ?)",
            Map.of(
                    "id",
                    "(l.id::text COLLATE \"C\")",
                    "user",
                    "u.name",
                    "bucket",
                    "l.bucket",
                    "key",
                    "l.key",
                    "state",
                    JdbcShareLinkStore.STATE,
                    "uses",
                    "l.uses",
                    "createdAt",
                    "l.created_at",
                    "expiresAt",
                    "l.expires_at",
                    "lastUsedAt",
                    "coalesce(l.used_at, " + KeysetReader.NEVER + ")"),
            JdbcShareLinkStore::read);

    static final ListTable<IdentityProvider> IDENTITY_PROVIDERS = new ListTable<>(
            AdminList.IDENTITY_PROVIDERS,
            JdbcIdentityProviderStore.COLUMNS,
            "identity_provider WHERE tenant_id = ?",
            Map.of("name", "name", "issuer", "issuer", "createdAt", "created_at"),
            JdbcIdentityProviderStore::read);

    static final ListTable<String> ADMINISTRATOR_PROVIDERS = new ListTable<>(
            AdminList.ADMINISTRATOR_PROVIDERS,
            "name",
            "administrator_provider WHERE true",
            Map.of("name", "name", "issuer", "issuer", "createdAt", "created_at"),
            row -> row.getString(1));

    private AccountTables() {}
}
