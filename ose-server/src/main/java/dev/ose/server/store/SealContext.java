package dev.ose.server.store;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;

/** What a sealed secret is bound to, so that it does not open in another row. */
final class SealContext {

    private SealContext() {}

    static String ofCredential(TenantId tenant, String accessKey) {
        return tenant + "/" + accessKey;
    }

    static String ofPlatformKey(TenantId tenant, UserId user) {
        return tenant + "/" + user + "/platform";
    }

    static String ofWebhook(TenantId tenant, long webhook) {
        return tenant + "/webhook/" + webhook;
    }

    static String ofPosition(BucketId bucket) {
        return "position/" + bucket.value();
    }
}
