package dev.ose.config;

import java.util.List;
import java.util.Optional;

/** Every option that VMware has published of its Object Storage Extension. */
public final class FormerKeys {

    private static final String ONE_UPLOAD =
            "An upload goes to the platform as its client sends it, so none is ever split here.";
    private static final String ONE_COPY = "A copy is one request to the platform, which takes up to 5 GiB.";
    private static final String PARTS = "Remove it; clients send larger objects in parts, as all SDKs do.";
    private static final String COPIED_PARTS = "Remove it; clients copy larger objects in parts, as all SDKs do.";
    private static final String ONE_GIBIBYTE = "1073741824";

    private static final List<FormerKey> ALL = List.of(
            FormerKey.kept(
                    "443",
                    AdminOptions.PORT,
                    "It carries S3, too, below /api/v1/s3; at the root S3 has ports of its own, oss.s3.port and"
                            + " oss.s3.tls.port."),
            FormerKey.kept("2 for each processor", AdminOptions.IO_THREADS, null),
            FormerKey.kept(
                    "8 for each I/O thread",
                    AdminOptions.WORKER_THREADS,
                    "Bytes of objects need none of them, so a download does not occupy one."),
            FormerKey.kept("true", AdminOptions.ACCESS_LOG, null),
            FormerKey.kept(
                    "90",
                    DatabaseOptions.POOL_SIZE,
                    "A node needs fewer; ose db check compares them with what the server offers."),
            FormerKey.kept("1800000", DatabaseOptions.MAX_LIFETIME, null),
            FormerKey.kept("600000", DatabaseOptions.IDLE_TIMEOUT, null),
            FormerKey.kept("30000", DatabaseOptions.CONNECTION_TIMEOUT, null),
            FormerKey.kept("1000", PlatformOptions.MAX_CONNECTIONS, null),
            FormerKey.refused(
                    "s3.client.path.style.access",
                    "true",
                    "Clients may use path style and virtual-hosted requests at any time, and platforms are always asked"
                            + " in path style.",
                    "Remove it; the names of virtual hosts come from oss.s3.domains."),
            FormerKey.kept("true", MetadataOptions.COUNT_ESTIMATE, null),
            FormerKey.kept("100000", MetadataOptions.COUNT_ESTIMATE_THRESHOLD, null),
            FormerKey.refused(
                    "oss.tenant.sse.enabled",
                    "true",
                    "Encryption of all objects of a tenant is not part of this version.",
                    "Remove it; buckets can have an encryption of their own where the platform offers that."),
            FormerKey.refused("s3.client.upload.multipart.threshold", ONE_GIBIBYTE, ONE_UPLOAD, PARTS),
            FormerKey.refused("s3.client.upload.multipart.mini-part-size", ONE_GIBIBYTE, ONE_UPLOAD, PARTS),
            FormerKey.refused("s3.client.copy.multipart.threshold", ONE_GIBIBYTE, ONE_COPY, COPIED_PARTS),
            FormerKey.refused("s3.client.copy.multipart.mini-part-size", ONE_GIBIBYTE, ONE_COPY, COPIED_PARTS),
            FormerKey.refused(
                    "logging.level.com.vmware.voss",
                    null,
                    "This program has other packages.",
                    "Set " + NodeOptions.LOG_LEVEL.key() + " instead."));

    private FormerKeys() {}

    /** All of them, first those that go on. */
    public static List<FormerKey> all() {
        return ALL;
    }

    /** Why this key, well known elsewhere, is refused here; nothing if it is not. */
    public static Optional<ConfigurationProblem> refusal(String key) {
        return ALL.stream()
                .filter(former -> former.key().equals(key))
                .findFirst()
                .flatMap(FormerKey::problem);
    }

    /** The same by the name of the variable that would set it. */
    static Optional<ConfigurationProblem> refusalOfVariable(String variable) {
        return ALL.stream()
                .filter(former -> Spelling.variable(former.key()).equals(variable))
                .findFirst()
                .flatMap(FormerKey::problem);
    }
}
