package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformCapacity;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The drives below MinIO. */
final class MinioDrives {

    private final MinioAdminApi api;

    MinioDrives(MinioAdminApi api) {
        this.api = api;
    }

    /** The sizes of all drives that are in order; empty if there is none. Parity counts as used. */
    Optional<PlatformCapacity> capacity() {
        return api.send(api.request("GET", "storageinfo", "report its drives"))
                .required()
                .read(node -> capacity(node.required("Disks")));
    }

    private static Optional<PlatformCapacity> capacity(JsonNode drives) {
        long total = 0;
        long used = 0;
        long available = 0;
        for (JsonNode drive : drives) {
            if (drive.path("state").asString("").equals("ok")) {
                total += drive.path("totalspace").asLong(0);
                used += drive.path("usedspace").asLong(0);
                available += drive.path("availspace").asLong(0);
            }
        }
        return total > 0 && PlatformCapacity.isPossible(total, used, available)
                ? Optional.of(new PlatformCapacity(total, used, available))
                : Optional.empty();
    }
}
