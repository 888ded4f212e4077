package dev.ose.server.director;

import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.util.function.Supplier;

/**
 * Carries out what a request of a user of Cloud Director creates before it is answered, and records it: the request
 * itself may only read. Fails like the creation, and without it if it cannot be recorded.
 */
public interface Creations {

    Tenant tenant(DirectorSession by, Supplier<Tenant> creation);

    User user(DirectorSession by, TenantId tenant, Supplier<User> creation);
}
