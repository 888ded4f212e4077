package dev.ose.osis.model;

import dev.ose.adapter.Capability;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Maps the capabilities of a platform to S3 actions in the spelling of OSIS. */
public final class S3Actions {

    private static final Map<Capability, List<String>> BY_CAPABILITY = Map.of(
            Capability.VERSIONING,
            List.of("get_bucket_versioning", "put_bucket_versioning", "list_object_versions"),
            Capability.TAGGING,
            List.of(
                    "get_bucket_tagging",
                    "put_bucket_tagging",
                    "delete_bucket_tagging",
                    "get_object_tagging",
                    "put_object_tagging",
                    "delete_object_tagging"),
            Capability.OBJECT_LOCK,
            List.of(
                    "get_object_lock_configuration",
                    "put_object_lock_configuration",
                    "get_object_retention",
                    "put_object_retention",
                    "get_object_legal_hold",
                    "put_object_legal_hold"),
            Capability.POLICY,
            List.of("get_bucket_policy", "put_bucket_policy", "delete_bucket_policy", "get_bucket_policy_status"),
            Capability.ACL,
            List.of("put_bucket_acl", "put_object_acl"),
            Capability.LIFECYCLE,
            List.of(
                    "get_bucket_lifecycle_configuration",
                    "put_bucket_lifecycle_configuration",
                    "delete_bucket_lifecycle"),
            Capability.CORS,
            List.of("get_bucket_cors", "put_bucket_cors", "delete_bucket_cors"));

    /** Actions without a capability: {@link #document} always declares them unsupported. */
    private static final List<String> NEVER = List.of(
            "get_bucket_website",
            "put_bucket_website",
            "delete_bucket_website",
            "get_bucket_logging",
            "put_bucket_logging",
            "get_bucket_replication",
            "put_bucket_replication",
            "delete_bucket_replication",
            "get_bucket_request_payment",
            "put_bucket_request_payment",
            "get_bucket_accelerate_configuration",
            "put_bucket_accelerate_configuration",
            "get_object_torrent",
            "restore_object",
            "select_object_content");

    private S3Actions() {}

    /** The document of a platform with exactly these capabilities. */
    public static OsisS3Capabilities document(Set<Capability> capabilities) {
        Map<String, OsisS3Capabilities.Exclusion> exclusions = new LinkedHashMap<>();
        for (Capability capability : Capability.values()) {
            if (!capabilities.contains(capability)) {
                BY_CAPABILITY
                        .getOrDefault(capability, List.of())
                        .forEach(action -> exclusions.put(action, OsisS3Capabilities.Exclusion.whole()));
            }
        }
        if (!capabilities.contains(Capability.CONDITIONAL_WRITES)) {
            exclusions.put("put_object", OsisS3Capabilities.Exclusion.ofHeaders(List.of("If-Match", "If-None-Match")));
        }
        NEVER.forEach(action -> exclusions.put(action, OsisS3Capabilities.Exclusion.whole()));
        return new OsisS3Capabilities(exclusions);
    }

    /** The capabilities whose actions are all supported. Capabilities that are no S3 actions are not among them. */
    public static Set<Capability> capabilities(OsisS3Capabilities document) {
        Set<Capability> there = EnumSet.noneOf(Capability.class);
        BY_CAPABILITY.forEach((capability, actions) -> {
            if (actions.stream().noneMatch(document::lacks)) {
                there.add(capability);
            }
        });
        return there;
    }
}
