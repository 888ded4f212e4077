package dev.ose.adapter.ceph;

/** Error codes of the gateway that the adapter handles. */
enum GatewayError {
    NO_SUCH_USER("NoSuchUser"),
    USER_EXISTS("UserAlreadyExists"),
    /** The access key of the request is unknown; if a key is deleted, also: the user has no such key. */
    INVALID_ACCESS_KEY("InvalidAccessKeyId"),
    SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch"),
    ACCESS_DENIED("AccessDenied"),
    /** The gateway interpreted the path as that of a bucket. */
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
