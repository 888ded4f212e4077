package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.quota.QuotaStore;
import org.jspecify.annotations.Nullable;

/**
 * A quota in a list.
 *
 * @param user name of the user whose it is; absent for another holder
 * @param bucket name of the bucket whose it is; absent for another holder; without either it is the tenant's
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record NamedQuotaView(
        @Nullable String user,
        @Nullable String bucket,
        @Nullable Long maxBytes,
        @Nullable Long maxObjects,
        @Nullable Long maxBuckets) {

    static NamedQuotaView of(QuotaStore.Named named) {
        return new NamedQuotaView(
                named.user(),
                named.bucket(),
                named.quota().maxBytes(),
                named.quota().maxObjects(),
                named.quota().maxBuckets());
    }
}
