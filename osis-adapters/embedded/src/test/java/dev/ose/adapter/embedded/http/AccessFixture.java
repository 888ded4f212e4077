package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.embedded.PlatformFixture;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Two users of one tenant, a user of another, and a bucket of the first with an object {@code k}. */
final class AccessFixture {

    private final PlatformFixture platform;
    private final PlatformTenant tenant;
    final PlatformUser ownerUser;
    final PlatformUser colleagueUser;
    final PlatformUser strangerUser;
    final S3Client owner;
    final S3Client colleague;
    final S3Client stranger;
    final String bucket = "access-" + UUID.randomUUID();

    AccessFixture(PlatformFixture platform) {
        this.platform = platform;
        this.tenant = platform.newTenant();
        this.ownerUser = user(tenant);
        this.colleagueUser = user(tenant);
        this.strangerUser = user(platform.newTenant());
        this.owner = client(ownerUser);
        this.colleague = client(colleagueUser);
        this.stranger = client(strangerUser);
        owner.createBucket(request -> request.bucket(bucket));
        put(owner, "k");
    }

    private PlatformUser user(PlatformTenant of) {
        return platform.platform()
                .createUser(new UserRequest(of.id(), UUID.randomUUID().toString(), "user"));
    }

    private S3Client client(PlatformUser user) {
        return platform.client(platform.platform().createKey(user.id()));
    }

    PrincipalNames names() {
        return platform.platform().principalNames().orElseThrow();
    }

    String tenantPrincipal() {
        return names().of(tenant.id());
    }

    void put(S3Client client, String key) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(key));
    }

    String get(S3Client client, String key) {
        return client.getObjectAsBytes(request -> request.bucket(bucket).key(key))
                .asUtf8String();
    }

    void policy(String principal, String action) {
        owner.putBucketPolicy(
                request -> request.bucket(bucket).policy("""
                {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "%s"}, "Action": "%s",
                 "Resource": ["arn:aws:s3:::%s", "arn:aws:s3:::%s/*"]}]}
                """.formatted(principal, action, bucket, bucket)));
    }

    static void refused(int status, String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(S3Exception.class, it -> {
            assertThat(it.awsErrorDetails().errorCode()).isEqualTo(code);
            assertThat(it.statusCode()).isEqualTo(status);
        });
    }

    static void denied(ThrowingCallable call) {
        refused(403, "AccessDenied", call);
    }
}
