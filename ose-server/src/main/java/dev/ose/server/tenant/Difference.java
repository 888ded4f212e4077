package dev.ose.server.tenant;

/** How a platform may differ from our rows. */
public enum Difference {
    /** The user's making was interrupted: repeating it finishes it. */
    UNFINISHED,
    /** The user's removal was interrupted: its counterpart is still to be ended. */
    REMOVAL_UNFINISHED,
    /**
     * The platform does not know the user any more. Made anew, it has none of the rights to what it owned; one that
     * was adopted is not, since OSE did not choose its id.
     */
    USER_MISSING,
    /** The platform lets a disabled user act, or stops one that is not. */
    STATUS_DIFFERS,
    /** The key that signs the user's requests is gone from the platform, or has another secret there. */
    KEY_MISSING,
    /** The platform has keys of the user that are not ours: somebody may act past OSE. */
    KEYS_UNKNOWN,
    /** The platform has the user's tenant at another S3 endpoint than its requests go to. */
    ENDPOINT_DIFFERS,
    /** The platform refuses to tell. */
    UNCHECKED
}
