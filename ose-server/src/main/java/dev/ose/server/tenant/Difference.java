package dev.ose.server.tenant;

/** The kinds of differences between OSE's rows and a platform. */
public enum Difference {
    /** The creation of the user was interrupted; repeating it completes it. */
    UNFINISHED,
    /** The deletion of the user was interrupted; its counterpart is still to be deleted. */
    REMOVAL_UNFINISHED,
    /**
     * The platform has no such user any more. A user created again has no rights to its former buckets; an adopted one
     * is not created again, because OSE did not choose its id.
     */
    USER_MISSING,
    /** A disabled user is active on the platform, or an active one is suspended there. */
    STATUS_DIFFERS,
    /** The key that signs the user's requests is missing on the platform, or has another secret there. */
    KEY_MISSING,
    /** The platform has other keys of the user: clients may bypass OSE. */
    KEYS_UNKNOWN,
    /** The platform reports another S3 endpoint of the user's tenant than the one used. */
    ENDPOINT_DIFFERS,
    /** The platform refuses the check. */
    UNCHECKED
}
