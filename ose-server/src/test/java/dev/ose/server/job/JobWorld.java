package dev.ose.server.job;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import dev.ose.server.tenant.credential.Identity;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/** A member of a tenant, with a bucket on a platform at which nothing listens. */
final class JobWorld {

    private static final PlatformId PLATFORM = new PlatformId(1);
    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final UserId USER = new UserId(new UUID(0, 2));

    static final PlatformKey PLATFORM_KEY = new PlatformKey("VENDORKEY", Secret.of("vendor secret"));

    static final Bucket BUCKET = new Bucket(
            new BucketId(1),
            new BucketName("photos"),
            TENANT,
            USER,
            PlatformEndpoint.common(PLATFORM),
            "us-east-1",
            Instant.EPOCH,
            Bucket.Settings.NONE);

    private JobWorld() {}

    static Platform platform(String name) {
        return new Platform(PLATFORM, name, URI.create("http://127.0.0.1:9"), "plat-1", Set.of(), Set.of());
    }

    static Identity user() {
        return new Identity(
                new Identity.Key(
                        new AccessKeyId("KEY"),
                        Secret.of("secret"),
                        1,
                        CredentialKind.USER,
                        CredentialLimits.NONE,
                        null,
                        Status.ACTIVE,
                        null),
                TENANT,
                Status.ACTIVE,
                new Identity.Member(USER, "ann", Role.TENANT_USER, new CanonicalId("a".repeat(64)), Status.ACTIVE),
                PlatformEndpoint.common(PLATFORM),
                PLATFORM_KEY);
    }

    /** One that must not be called. */
    static <T> T never(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            throw new UnsupportedOperationException(method.getName());
        }));
    }
}
