package dev.ose.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.admin.access.AdminMatrix;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Caller;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.UnplacedIdentities;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every operation, by every kind of caller, on every kind of bucket: compared with the matrix in the documentation,
 * which must have a row for each operation. {@code -Dose.golden=write} writes it.
 */
final class AccessMatrixTest {

    private static final Path GOLDEN = Path.of("../docs/reference/access-matrix.md");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final PlatformId PLATFORM = new PlatformId(1);
    private static final TenantId OURS = new TenantId(new UUID(0, 1));
    private static final TenantId THEIRS = new TenantId(new UUID(0, 2));
    private static final TenantId GUESTS = new TenantId(new UUID(0, 5));
    private static final UserId ANN = new UserId(new UUID(0, 3));

    private static final BucketName OWN = new BucketName("own");
    private static final BucketName COLLEAGUES = new BucketName("colleagues");
    private static final BucketName FOREIGN = new BucketName("foreign");
    private static final BucketName MISSING = new BucketName("missing");
    private static final List<BucketName> TARGETS = List.of(OWN, COLLEAGUES, FOREIGN, MISSING);

    private static final CredentialLimits READER = policy("""
            {"Effect": "Allow", "Action": ["s3:Get*", "s3:List*"],
            "Resource": ["arn:aws:s3:::own", "arn:aws:s3:::own/*"]}""");
    private static final CredentialLimits EVERYTHING =
            policy("{\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}");

    private final Authorizer authorizer =
            new Authorizer(new Buckets(), id -> platform(), new UnplacedIdentities(), Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void everyCallerMayDoWhatTheMatrixSays() throws IOException {
        String matrix = matrix();

        if ("write".equals(System.getProperty("ose.golden"))) {
            Files.writeString(GOLDEN, matrix);
        }
        assertThat(matrix).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void everyOperationHasARow() {
        Set<Class<?>> sampled = new HashSet<>();
        Samples.on(OWN).forEach(operation -> sampled.add(operation.getClass()));

        assertThat(sampled)
                .containsExactlyInAnyOrderElementsOf(leaves(S3Operation.class).toList());
    }

    @Test
    void theMatrixHasThousandsOfCells() {
        assertThat(Samples.on(OWN).size() * callers().size() * TARGETS.size()).isGreaterThan(5_000);
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(AccessMatrixTest::leaves)
                : Stream.of(type);
    }

    private String matrix() {
        Map<String, Caller> callers = callers();
        String head = callers.keySet().stream().collect(Collectors.joining(" | ", "| operation | ", " |\n"));
        String line = "| --- ".repeat(callers.size() + 1) + "|\n";
        Map<String, String> rows = new TreeMap<>();
        List<S3Operation> operations = Samples.on(OWN);
        for (int i = 0; i < operations.size(); i++) {
            int index = i;
            String cells = callers.values().stream()
                    .map(caller -> TARGETS.stream()
                            .map(target -> letter(caller, Samples.on(target).get(index)))
                            .collect(Collectors.joining()))
                    .collect(Collectors.joining(" | "));
            rows.put(operations.get(i).name(), "| " + operations.get(i).name() + " | " + cells + " |\n");
        }
        return INTRODUCTION + head + line + String.join("", rows.values()) + AdminMatrix.section();
    }

    private String letter(Caller caller, S3Operation operation) {
        RequestFacts facts = new RequestFacts(HeaderLookup.NONE, InetAddress.ofLiteral("10.0.0.1"), false);
        return switch (authorizer.decide(caller, operation, facts).join()) {
            case Decision.Allow _ -> "+";
            case Decision.Deny(Failure.NotAllowed _) -> "-";
            case Decision.Deny(Failure.CallerDisabled _) -> "x";
            case Decision.Deny(Failure.BucketMissing _) -> "0";
            case Decision.Deny(var other) -> throw new AssertionError("no letter for " + other);
        };
    }

    private static Map<String, Caller> callers() {
        Map<String, Caller> callers = new LinkedHashMap<>();
        callers.put("Ann", user(OURS, CredentialLimits.NONE));
        callers.put(
                "colleague", identity(OURS, new UserId(new UUID(0, 4)), CredentialKind.USER, CredentialLimits.NONE));
        callers.put(
                "administrator",
                identity(
                        new Holder(OURS, new UserId(new UUID(0, 6)), Status.ACTIVE, Status.ACTIVE, Role.TENANT_ADMIN),
                        CredentialKind.USER,
                        CredentialLimits.NONE,
                        Status.ACTIVE,
                        null));
        callers.put("Ann, reserved key", identity(OURS, ANN, CredentialKind.RESERVED, CredentialLimits.NONE));
        callers.put("other tenant", user(THEIRS, CredentialLimits.NONE));
        callers.put("guest", user(GUESTS, CredentialLimits.NONE));
        callers.put("guest's application, reader", identity(GUESTS, ANN, CredentialKind.APPLICATION, READER));
        callers.put(
                "disabled guest",
                identity(
                        new Holder(GUESTS, ANN, Status.DISABLED, Status.ACTIVE),
                        CredentialKind.USER,
                        CredentialLimits.NONE,
                        Status.ACTIVE,
                        null));
        callers.put("application, all", identity(OURS, ANN, CredentialKind.APPLICATION, EVERYTHING));
        callers.put("application, reader", identity(OURS, ANN, CredentialKind.APPLICATION, READER));
        callers.put("other's application", identity(THEIRS, ANN, CredentialKind.APPLICATION, EVERYTHING));
        callers.put("session", identity(OURS, ANN, CredentialKind.SESSION, CredentialLimits.NONE));
        callers.put(
                "session, reader",
                identity(
                        OURS,
                        ANN,
                        CredentialKind.SESSION,
                        CredentialLimits.of(CredentialKind.SESSION, document("""
                        {"Effect": "Allow", "Action": ["s3:Get*", "s3:List*"], "Resource":
                         ["arn:aws:s3:::own", "arn:aws:s3:::own/*"]}"""), List.of(), CredentialLimits::read)));
        callers.put("anonymous", new Caller.Anonymous());
        callers.put("expired", inactive(Status.ACTIVE, Status.ACTIVE, Status.ACTIVE, NOW));
        callers.put("key disabled", inactive(Status.DISABLED, Status.ACTIVE, Status.ACTIVE, null));
        callers.put("user disabled", inactive(Status.ACTIVE, Status.DISABLED, Status.ACTIVE, null));
        callers.put("tenant disabled", inactive(Status.ACTIVE, Status.ACTIVE, Status.DISABLED, null));
        return callers;
    }

    private static CredentialLimits policy(String statement) {
        return CredentialLimits.of(CredentialKind.APPLICATION, document(statement), List.of(), CredentialLimits::read);
    }

    private static String document(String statement) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": " + statement + "}";
    }

    private static Identity user(TenantId tenant, CredentialLimits limits) {
        return identity(tenant, ANN, CredentialKind.USER, limits);
    }

    /** An identity that is disabled or expired in one way. */
    private static Identity inactive(Status key, Status user, Status tenant, @Nullable Instant expiresAt) {
        return identity(
                new Holder(OURS, ANN, user, tenant), CredentialKind.USER, CredentialLimits.NONE, key, expiresAt);
    }

    /** The holder of a key. */
    private record Holder(TenantId tenant, UserId user, Status userStatus, Status tenantStatus, Role role) {

        Holder(TenantId tenant, UserId user, Status userStatus, Status tenantStatus) {
            this(tenant, user, userStatus, tenantStatus, Role.TENANT_USER);
        }
    }

    private static Identity identity(TenantId tenant, UserId user, CredentialKind kind, CredentialLimits limits) {
        return identity(new Holder(tenant, user, Status.ACTIVE, Status.ACTIVE), kind, limits, Status.ACTIVE, null);
    }

    private static Identity identity(
            Holder holder, CredentialKind kind, CredentialLimits limits, Status status, @Nullable Instant expiresAt) {
        return new Identity(
                new Identity.Key(new AccessKeyId("KEY"), Secret.of("secret"), 1, kind, limits, null, status, expiresAt),
                holder.tenant(),
                holder.tenantStatus(),
                new Identity.Member(
                        holder.user(), "ann", holder.role(), new CanonicalId("a".repeat(64)), holder.userStatus()),
                PlatformEndpoint.common(PLATFORM),
                new PlatformKey("PLATFORMKEY", Secret.of("platform secret")));
    }

    private static Platform platform() {
        return new Platform(
                PLATFORM, "platform", URI.create("http://127.0.0.1:1"), "us-east-1", Set.of(Capability.ACL), Set.of());
    }

    private static final class Buckets implements BucketDirectory {

        @Override
        public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
            return CompletableFuture.completedFuture(
                    bucket(name).filter(bucket -> bucket.tenant().equals(tenant)));
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name) {
            return CompletableFuture.completedFuture(
                    caller.tenant().equals(GUESTS) && name.equals(OWN)
                            ? bucket(name).map(bucket -> new ForeignBucket(bucket, new PlatformTenantId("ours")))
                            : Optional.empty());
        }

        @Override
        public CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name) {
            return CompletableFuture.completedFuture(
                    bucket(name).map(bucket -> new ForeignBucket(bucket, new PlatformTenantId("theirs"))));
        }

        private static Optional<Bucket> bucket(BucketName name) {
            if (name.equals(MISSING)) {
                return Optional.empty();
            }
            TenantId tenant = name.equals(FOREIGN) ? new TenantId(new UUID(0, 9)) : OURS;
            UserId owner = name.equals(OWN) ? ANN : new UserId(new UUID(0, 4));
            return Optional.of(new Bucket(
                    new BucketId(1),
                    name,
                    tenant,
                    owner,
                    PlatformEndpoint.common(PLATFORM),
                    "us-east-1",
                    Instant.EPOCH,
                    Bucket.Settings.NONE));
        }
    }

    private static final String INTRODUCTION = """
            # Who may do what

            What a node decides before it asks the platform, for every S3 operation. Ann owns a bucket. Each cell has
            four letters: for Ann's bucket, for a bucket of another user of her tenant, for one of another tenant, and
            for one that does not exist. If a column names no caller, the key is one of Ann's. The administrator is one
            of Ann's tenant.

            | letter | meaning |
            | --- | --- |
            | `+` | goes on to the platform, which sees the user's own key and applies its ACLs and policies |
            | `-` | `AccessDenied` |
            | `0` | `NoSuchBucket`: another tenant's bucket looks like none |
            | `x` | refused, whatever is asked: the key, its user or its tenant is disabled, or the key has expired |

            The readers' policies allow `s3:Get*` and `s3:List*` on the bucket `own` and its objects; the policy of
            "application, all" allows everything. A guest is a user of another tenant with whom Ann's bucket `own` is
            shared, or any user of another tenant while the bucket is public; afterwards a guest is like any other
            tenant. Names in the body, such as the keys to delete, are decided one by one.
            A test compares this table with the code. What the platform then decides is in tables of their own, one for
            [the embedded platform](access-on-embedded.md) and one for [Ceph](access-on-ceph.md), which are alike.

            """;
}
