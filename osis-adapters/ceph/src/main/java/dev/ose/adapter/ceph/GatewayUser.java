package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A user as the gateway describes it. */
record GatewayUser(PlatformUserId id, String tenant, String displayName, boolean isSuspended, List<PlatformKey> keys) {

    static GatewayUser read(JsonNode node) {
        String tenant = node.required("tenant").stringValue();
        String name = node.required("user_id").stringValue();
        PlatformUserId id = new PlatformUserId(tenant.isEmpty() ? name : tenant + '$' + name);
        return new GatewayUser(
                id,
                tenant,
                node.required("display_name").stringValue(),
                node.required("suspended").asInt() != 0,
                keys(node.required("keys"), id));
    }

    /** The user's own key pairs, oldest first; without those of its subusers. */
    static List<PlatformKey> keys(JsonNode nodes, PlatformUserId owner) {
        return nodes.valueStream()
                .filter(key -> key.required("user").stringValue().equals(owner.value()))
                .map(key -> new PlatformKey(
                        key.required("access_key").stringValue(),
                        Secret.of(key.required("secret_key").stringValue())))
                .sorted(Comparator.comparing(PlatformKey::accessKey))
                .toList();
    }

    /** The gateway names owners and grantees by the user's full name. */
    PlatformUser toPlatformUser() {
        return new PlatformUser(id, new PlatformTenantId(tenant), id.value(), displayName, !isSuspended);
    }
}
