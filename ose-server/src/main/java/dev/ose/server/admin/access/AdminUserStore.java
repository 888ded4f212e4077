package dev.ose.server.admin.access;

import java.util.Optional;

/** Keeps the administrators. Blocks on the database; fails with {@code MetadataUnavailable}. */
public interface AdminUserStore {

    Optional<AdminUser> find(String name);

    boolean isEmpty();

    /** Adds the administrator unless one of that name exists; says whether it was added. */
    boolean add(AdminUser user);
}
