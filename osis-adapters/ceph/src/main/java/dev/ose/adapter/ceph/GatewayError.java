package dev.ose.adapter.ceph;

/** The codes of the gateway's refusals that make a difference to us. */
enum GatewayError {
    NO_SUCH_USER("NoSuchUser"),
    USER_EXISTS("UserAlreadyExists"),
    /** The login is unknown; or, from a key's deletion, the user has no such key. */
    INVALID_ACCESS_KEY("InvalidAccessKeyId"),
    SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch"),
    ACCESS_DENIED("AccessDenied"),
    /** The gateway took the path for a bucket's. */
    NO_SUCH_BUCKET("NoSuchBucket"),
    METHOD_NOT_ALLOWED("MethodNotAllowed"),
    NOT_IMPLEMENTED("NotImplemented"),
    OTHER("");

    private final String code;

    GatewayError(String code) {
        this.code = code;
    }

    static GatewayError find(String code) {
        for (GatewayError error : values()) {
            if (error.code.equals(code)) {
                return error;
            }
        }
        return OTHER;
    }
}
