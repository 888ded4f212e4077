package dev.ose.server.tenant.credential;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.IssuedKey;
import dev.ose.server.tenant.ReservedCredentials;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists, disables and deletes the credentials of users. A change takes effect on every node within a second.
 * Every method blocks on the database. Thread-safe.
 */
public final class Credentials implements ReservedCredentials {

    /** Maximum number of credentials of a user. */
    public static final int MAX_PER_USER = 1000;

    private static final String ACCESS_KEY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String BASE64_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int ACCESS_KEY_LENGTH = 20;
    private static final int SECRET_LENGTH = 40;
    private static final int TOKEN_LENGTH = 128;
    private static final String ADOPTED = "from the platform";

    private final CredentialStore store;
    private final RandomGenerator random;
    private final Clock clock;

    /**
     * Creates the service.
     *
     * @param random must be unpredictable: it generates secrets
     */
    public Credentials(CredentialStore store, RandomGenerator random, Clock clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    @Override
    public Optional<IssuedKey> ensure(TenantId tenant, UserId user) {
        Credential draft = draft(tenant, user, CredentialKind.RESERVED, CredentialTerms.unlimited(""));
        Secret secretKey = newSecret(SECRET_LENGTH);
        return store.addReserved(tenant, draft, secretKey)
                ? Optional.of(new IssuedKey(draft.accessKey().value(), secretKey))
                : Optional.empty();
    }

    @Override
    public void adopt(TenantId tenant, UserId user, List<PlatformKey> keys) {
        for (PlatformKey key : keys) {
            Credential draft = new Credential(
                    adoptable(key),
                    tenant,
                    user,
                    CredentialKind.USER,
                    Status.ACTIVE,
                    CredentialTerms.unlimited(ADOPTED),
                    now());
            if (!store.adopt(tenant, draft, key.secretKey())) {
                throw invalidPlatformUser("has an access key that another user has: " + key.accessKey());
            }
        }
    }

    private static AccessKeyId adoptable(PlatformKey key) {
        if (!AccessKeyId.isValid(key.accessKey())) {
            throw invalidPlatformUser("has an access key that is not " + AccessKeyId.RULE);
        }
        return new AccessKeyId(key.accessKey());
    }

    private static FailureException invalidPlatformUser(String rule) {
        return new FailureException(new Failure.Invalid("platformUser", rule));
    }

    /**
     * Creates a credential with all rights of its user or, with a policy, one for an application.
     *
     * @throws FailureException {@code NotFound} (the user), {@code Invalid} (the terms, or too many credentials)
     */
    public NewCredential create(TenantId tenant, UserId user, CredentialTerms terms) {
        terms.check(clock.instant());
        Credential draft = draft(tenant, user, terms.kind(), terms);
        Secret secretKey = newSecret(SECRET_LENGTH);
        store.add(tenant, draft, secretKey, Credentials::requireRoom);
        return new NewCredential(draft, secretKey);
    }

    private static void requireRoom(int credentials) {
        if (credentials >= MAX_PER_USER) {
            throw new FailureException(
                    new Failure.Invalid("user", "a user has at most " + MAX_PER_USER + " credentials: delete some"));
        }
    }

    /**
     * Opens a session of the user.
     *
     * @param policy the session policy; null for all rights of the user
     * @throws FailureException {@code NotFound} (the user), {@code Invalid} (the policy, or too many sessions)
     */
    public NewSession openSession(TenantId tenant, UserId user, @Nullable String policy, Duration length) {
        return openSession(tenant, user, policy, length, null);
    }

    /**
     * The same for a session that also ends with a session of the user at the management API.
     *
     * @param login the id of that session; null for none
     * @throws FailureException also {@code NotFound} if that session has ended
     */
    public NewSession openSession(
            TenantId tenant, UserId user, @Nullable String policy, Duration length, @Nullable UUID login) {
        CredentialStore.Parent parent = login == null ? null : new CredentialStore.OfLogin(login);
        return openSession(tenant, user, new CredentialTerms(null, "", policy, now().plus(length)), parent);
    }

    /** Identifies a user that requests a session, with a key or a token. Deleting the user ends its sessions. */
    public static String principal(UserId user) {
        return "user " + user;
    }

    /**
     * Opens a session of a role under a session name chosen by the caller. A principal may have at most as many
     * sessions of a role as remain for others.
     *
     * @param principal identifies the caller; must be stable
     * @param policy a session policy in addition to the role's policies; null for none
     * @throws FailureException {@code Invalid} (the policy, or too many sessions)
     */
    public NewSession openSession(
            AssumableRole role, String principal, String name, @Nullable String policy, Duration length) {
        CredentialTerms terms = new CredentialTerms(null, role.name() + '/' + name, policy, now().plus(length));
        String digest = PayloadHash.Digest.of(principal.getBytes(StandardCharsets.UTF_8))
                .hex();
        return openSession(role.tenant(), role.actsAs(), terms, new CredentialStore.OfRole(role.id(), digest));
    }

    private NewSession openSession(
            TenantId tenant, UserId user, CredentialTerms terms, CredentialStore.@Nullable Parent parent) {
        terms.check(clock.instant());
        Credential draft = draft(tenant, user, CredentialKind.SESSION, terms);
        Secret secretKey = newSecret(SECRET_LENGTH);
        Secret token = newSecret(TOKEN_LENGTH);
        String digest = token.use(bytes -> Identity.digestOf(new String(bytes, StandardCharsets.ISO_8859_1)));
        boolean isShared = parent instanceof CredentialStore.OfRole;
        store.addSession(tenant, draft, secretKey, digest, parent, open -> requireRoom(open, isShared));
        return new NewSession(draft, secretKey, token);
    }

    private static void requireRoom(CredentialStore.Open open, boolean isShared) {
        int left = MAX_PER_USER - open.all();
        if (left <= 0) {
            throw new FailureException(
                    new Failure.Invalid("user", "a user has at most " + MAX_PER_USER + " sessions at a time"));
        }
        if (isShared && open.ofPrincipal() >= left) {
            throw new FailureException(
                    new Failure.Invalid("user", "has as many sessions of the role as remain for others"));
        }
    }

    /** The role and session name, {@code ROLE/NAME}, of a role session; empty for any other credential. */
    public Optional<String> ofRole(TenantId tenant, AccessKeyId accessKey) {
        return store.find(tenant, accessKey)
                .filter(it -> it.kind() == CredentialKind.SESSION)
                .map(credential -> credential.terms().description())
                .filter(description -> !description.isEmpty());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** The user's credentials without sessions, oldest first; none if the tenant has no such user. */
    public List<Credential> list(TenantId tenant, UserId user) {
        return store.list(tenant, user, MAX_PER_USER);
    }

    /** The credential that the user always has; empty if the tenant has no such user. */
    public Optional<Credential> reserved(TenantId tenant, UserId user) {
        return store.findReserved(tenant, user);
    }

    /** The tenant's credential, or {@code NotFound}. */
    public Credential get(TenantId tenant, AccessKeyId accessKey) {
        return store.find(tenant, accessKey).orElseThrow(() -> missing(accessKey.value()));
    }

    /**
     * The user's credential with that id, which may be any text. Fails with {@code NotFound} for another user's
     * credential as for an unknown one.
     */
    public Credential ofUser(TenantId tenant, UserId user, String accessKey) {
        Optional<Credential> found = AccessKeyId.isValid(accessKey)
                ? store.find(tenant, new AccessKeyId(accessKey))
                : Optional.<Credential>empty();
        return found.filter(it -> it.user().equals(user))
                .orElseThrow(
                        () -> missing(accessKey.substring(0, Math.min(accessKey.length(), AccessKeyId.MAX_LENGTH))));
    }

    private static FailureException missing(String accessKey) {
        return new FailureException(new Failure.NotFound("credential", accessKey));
    }

    /** Disables the credential. Fails with {@code Protected} for a reserved one, {@code NotFound}. */
    public void disable(TenantId tenant, AccessKeyId accessKey) {
        refuseReserved(tenant, accessKey);
        store.setStatus(tenant, accessKey, Status.DISABLED);
    }

    /** Enables the credential again. Fails with {@code NotFound}. */
    public void enable(TenantId tenant, AccessKeyId accessKey) {
        store.setStatus(tenant, accessKey, Status.ACTIVE);
    }

    /** The tenant's credential as lists show it, or {@code NotFound}. */
    public Revised<ShownCredential> shown(TenantId tenant, AccessKeyId accessKey) {
        return store.show(tenant, accessKey).orElseThrow(() -> missing(accessKey.value()));
    }

    /**
     * Replaces the terms of the credential. It stays that of an application or of a user. Fails with {@code Protected}
     * for a reserved one, {@code NotFound}, {@code Outdated}, {@code Invalid}, {@code AlreadyExists} (the name).
     */
    public void edit(TenantId tenant, AccessKeyId accessKey, Expected expected, UnaryOperator<CredentialTerms> change) {
        requireLasting(tenant, accessKey);
        store.edit(tenant, accessKey, expected, present -> {
            CredentialTerms terms = change.apply(present.terms());
            if (terms.kind() != present.terms().kind()) {
                throw new FailureException(new Failure.Invalid(
                        "policy", "can be changed, but neither be removed nor be given to a key pair without one"));
            }
            terms.checkChangeOf(present.terms(), clock.instant());
            return terms;
        });
    }

    /**
     * A new pair in the place of a former one.
     *
     * @param former with the time at which it ends
     */
    public record Rotated(NewCredential made, Credential former) {}

    /**
     * Creates a credential with the name, the description and the policy of another one, which loses its name and ends
     * after {@code overlap}, or before if it would have expired. The new one lasts as long as the other one was to.
     * Fails with {@code Protected} for a reserved one, {@code NotFound}, {@code WrongState} for one that is not served
     * any more.
     */
    public Rotated rotate(TenantId tenant, AccessKeyId accessKey, Duration overlap) {
        requireLasting(tenant, accessKey);
        Secret secretKey = newSecret(SECRET_LENGTH);
        CredentialStore.Succession made = store.replace(
                tenant, accessKey, secretKey, former -> succession(former, overlap), Credentials::requireRoom);
        return new Rotated(new NewCredential(made.successor(), secretKey), made.former());
    }

    private CredentialStore.Succession succession(Credential former, Duration overlap) {
        Instant now = now();
        @Nullable Instant expiry = former.terms().expiresAt();
        if (former.status() != Status.ACTIVE || (expiry != null && !expiry.isAfter(now))) {
            throw new FailureException(new Failure.WrongState(
                    "credential",
                    former.accessKey().value(),
                    former.status() == Status.ACTIVE
                            ? "expired"
                            : former.status().name()));
        }
        Instant end = now.plus(overlap);
        CredentialTerms ending = former.terms().unnamed().until(expiry != null && expiry.isBefore(end) ? expiry : end);
        Credential draft = draft(former.tenant(), former.user(), former.kind(), former.terms());
        Credential successor = expiry == null
                ? draft
                : draft.with(
                        former.terms().until(draft.createdAt().plus(Duration.between(former.createdAt(), expiry))));
        return new CredentialStore.Succession(former.with(ending), successor);
    }

    /** Deletes the credential. Fails with {@code Protected} for a reserved one, {@code NotFound}. */
    public void delete(TenantId tenant, AccessKeyId accessKey) {
        refuseReserved(tenant, accessKey);
        store.delete(tenant, accessKey);
    }

    private void refuseReserved(TenantId tenant, AccessKeyId accessKey) {
        if (get(tenant, accessKey).kind() == CredentialKind.RESERVED) {
            throw new FailureException(new Failure.Protected("credential", accessKey.value()));
        }
    }

    /** Sessions are as they were opened. */
    private void requireLasting(TenantId tenant, AccessKeyId accessKey) {
        refuseReserved(tenant, accessKey);
        if (get(tenant, accessKey).kind() == CredentialKind.SESSION) {
            throw missing(accessKey.value());
        }
    }

    private Credential draft(TenantId tenant, UserId user, CredentialKind kind, CredentialTerms terms) {
        AccessKeyId accessKey =
                new AccessKeyId(new String(letters(ACCESS_KEY_LETTERS, ACCESS_KEY_LENGTH), StandardCharsets.US_ASCII));
        return new Credential(accessKey, tenant, user, kind, Status.ACTIVE, terms, now());
    }

    private Secret newSecret(int length) {
        byte[] bytes = letters(BASE64_LETTERS, length);
        try {
            return Secret.of(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private byte[] letters(String alphabet, int length) {
        byte[] chosen = new byte[length];
        for (int i = 0; i < length; i++) {
            chosen[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
        return chosen;
    }
}
