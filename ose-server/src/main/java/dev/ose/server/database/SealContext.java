package dev.ose.server.database;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.UUID;

/** The contexts that sealed secrets are bound to, so that none can be opened in another row. */
public final class SealContext {

    private SealContext() {}

    public static String ofCredential(TenantId tenant, String accessKey) {
        return tenant + "/" + accessKey;
    }

    public static String ofPlatformKey(TenantId tenant, UserId user) {
        return tenant + "/" + user + "/platform";
    }

    /** On a platform other than the tenant's first. */
    public static String ofPlatformKey(TenantId tenant, UserId user, PlatformId platform) {
        return tenant + "/" + user + "/platform/" + platform;
    }

    public static String ofWebhook(TenantId tenant, long webhook) {
        return tenant + "/webhook/" + webhook;
    }

    public static String ofSecondFactor(UUID account) {
        return "account/" + account + "/second-factor";
    }

    public static String ofSignInClient(TenantId tenant, String identityProvider) {
        return tenant + "/identity-provider/" + identityProvider;
    }

    public static String ofAdministratorProvider(String name) {
        return "administrators/identity-provider/" + name;
    }

    public static String ofPosition(BucketId bucket) {
        return "position/" + bucket.value();
    }
}
