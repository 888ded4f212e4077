package dev.ose.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The organisations of a {@link DirectorStandIn}, their users and roles. Thread-safe. */
public final class DirectorAccounts {

    /** The provider's own organisation. */
    public static final Organisation SYSTEM = new Organisation(new UUID(5, 1), "System");

    /** The rights of its administrators, as Cloud Director spells them. */
    public static final List<String> PROVIDER_RIGHTS =
            List.of("Provider vDC: View", "Organization vDC: View", "General: Administrator View", "UI Plugins: View");

    private static final Duration LIFETIME = Duration.ofHours(1);

    private final Map<UUID, User> users = new ConcurrentHashMap<>();
    private final Map<UUID, Role> roles = new ConcurrentHashMap<>();
    private final Map<UUID, List<String>> rights = new ConcurrentHashMap<>();
    private final Set<UUID> disabled = ConcurrentHashMap.newKeySet();
    private final Map<String, UUID> sessions = new ConcurrentHashMap<>();
    private final Map<String, UUID> legacy = new ConcurrentHashMap<>();
    private final Map<UUID, UUID> issued = new ConcurrentHashMap<>();
    private final Map<String, User> logins = new ConcurrentHashMap<>();
    private final StandInTokens tokens = new StandInTokens();
    private final User administrator;

    DirectorAccounts() {
        administrator = user(SYSTEM, "administrator", role(SYSTEM, "System Administrator", PROVIDER_RIGHTS));
    }

    /** An organisation. */
    public record Organisation(UUID id, String name) {}

    /** A role of an organisation. */
    public record Role(UUID id, String name, Organisation organisation) {}

    /** A user with its one role. */
    public record User(UUID id, String name, Organisation organisation, Role role) {}

    /** The administrator of the provider whose password is that of the stand-in. */
    public User administrator() {
        return administrator;
    }

    /** Makes an organisation. */
    public Organisation organisation(String name) {
        return new Organisation(UUID.randomUUID(), name);
    }

    /** Makes a role. */
    public Role role(Organisation organisation, String name, List<String> its) {
        Role role = new Role(UUID.randomUUID(), name, organisation);
        roles.put(role.id(), role);
        rights.put(role.id(), List.copyOf(its));
        return role;
    }

    /** Replaces the rights of a role. */
    public void change(Role role, List<String> its) {
        rights.put(role.id(), List.copyOf(its));
    }

    /** Makes a user. */
    public User user(Organisation organisation, String name, Role role) {
        User user = new User(UUID.randomUUID(), name, organisation, role);
        users.put(user.id(), user);
        return user;
    }

    /** Gives a user a password for logins of the older API. */
    public void password(User user, String password) {
        logins.put(user.name() + '@' + user.organisation().name() + ':' + password, user);
    }

    /** The user with this login, {@code user@organisation:password}. */
    Optional<User> login(String pair) {
        return Optional.ofNullable(logins.get(pair));
    }

    /** A new token of the older API, which is no JWT. */
    public String legacyToken(User user) {
        String token = UUID.randomUUID().toString().replace("-", "");
        legacy.put(token, user.id());
        return token;
    }

    /** Disables a user, whose tokens are refused from now on. */
    public void disable(User user) {
        disabled.add(user.id());
    }

    /** A new access token of a user, valid for an hour. */
    public String token(User user) {
        return token(user, Instant.now().plus(LIFETIME));
    }

    /** The same with another expiry. */
    public String token(User user, Instant expiry) {
        UUID id = UUID.randomUUID();
        issued.put(id, user.id());
        return tokens.issue(user.name(), user.organisation().name(), id, expiry);
    }

    /** The number of open sessions of logins with a password. */
    int sessions() {
        return sessions.size();
    }

    void open(String session) {
        sessions.put(session, administrator.id());
    }

    boolean close(String session) {
        return sessions.remove(session) != null;
    }

    /** Whose token that is. */
    Optional<User> bearer(String token) {
        return Optional.ofNullable(sessions.get(token))
                .or(() -> tokens.id(token).map(issued::get))
                .filter(id -> !disabled.contains(id))
                .map(users::get);
    }

    /** Whose token of the older API that is. */
    Optional<User> legacyBearer(String token) {
        return Optional.ofNullable(legacy.get(token))
                .filter(id -> !disabled.contains(id))
                .map(users::get);
    }

    Optional<Role> role(UUID id) {
        return Optional.ofNullable(roles.get(id));
    }

    List<String> rights(Role role) {
        return rights.getOrDefault(role.id(), List.of());
    }
}
