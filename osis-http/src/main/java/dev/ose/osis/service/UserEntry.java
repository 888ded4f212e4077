package dev.ose.osis.service;

import dev.ose.adapter.PlatformUserId;
import dev.ose.osis.model.OsisUser;

/**
 * A user in the directory.
 *
 * @param externalId the external id of the creation on the platform
 * @param user as it is answered; without its ids until the platform has created it
 */
record UserEntry(String externalId, OsisUser user) {

    boolean wasMade() {
        return user.userId() != null;
    }

    boolean isOf(String tenantId) {
        return tenantId.equals(user.tenantId());
    }

    boolean is(String tenantId, String userId) {
        return isOf(tenantId) && userId.equals(user.userId());
    }

    PlatformUserId platformId() {
        if (user.userId() == null) {
            throw new IllegalStateException("the user is not there yet");
        }
        return new PlatformUserId(user.userId());
    }
}
