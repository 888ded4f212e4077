package dev.ose.server.admin.access;

import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.security.Principal;
import java.util.Optional;

/** The caller of the admin API. */
public sealed interface AdminCaller extends Principal {

    /** The caller's role. */
    AdminRole role();

    /** The user whose buckets are the only ones that the caller sees in lists of a tenant; empty if it sees all. */
    default Optional<Member> plainUser() {
        return this instanceof Member member && member.tenantRole() == Role.TENANT_USER
                ? Optional.of(member)
                : Optional.empty();
    }

    /** A caller without a login, which includes callers with S3 keys only. */
    record Anonymous() implements AdminCaller {

        @Override
        public String getName() {
            return "anonymous";
        }

        @Override
        public AdminRole role() {
            return AdminRole.ANONYMOUS;
        }
    }

    /** An administrator of the provider. */
    record Provider(String name) implements AdminCaller {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public AdminRole role() {
            return AdminRole.PROVIDER_ADMIN;
        }
    }

    /**
     * A user of a tenant.
     *
     * @param login as it was typed: {@code user@tenant}
     * @param impersonation whether the tenant's administrators may act in the name of its users
     * @param limits the policies attached to the user; none if it has its role's rights
     */
    record Member(
            TenantId tenant,
            UserId user,
            String login,
            Role tenantRole,
            ImpersonationPolicy impersonation,
            CredentialLimits limits)
            implements AdminCaller {

        /** The user's name in the tenant. */
        public String userName() {
            return login.substring(0, login.lastIndexOf('@'));
        }

        @Override
        public String getName() {
            return login;
        }

        @Override
        public AdminRole role() {
            return switch (tenantRole) {
                case TENANT_ADMIN -> AdminRole.TENANT_ADMIN;
                case TENANT_USER -> AdminRole.TENANT_USER;
            };
        }
    }
}
