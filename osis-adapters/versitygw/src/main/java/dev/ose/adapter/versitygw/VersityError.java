package dev.ose.adapter.versitygw;

/** The codes of refusals that are more than a refusal, as the gateway spells them. */
enum VersityError {
    USER_NOT_FOUND("XAdminUserNotFound"),
    USER_EXISTS("XAdminUserExists"),
    NOT_AN_ADMINISTRATOR("XAdminAccessDenied"),
    SINGLE_ACCOUNT("XAdminMethodNotSupported"),
    INVALID_ACCESS_KEY("InvalidAccessKeyId"),
    SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch"),
    AUTHORIZATION_MALFORMED("AuthorizationHeaderMalformed"),
    NO_SUCH_BUCKET("NoSuchBucket"),
    OTHER("");

    private final String code;

    VersityError(String code) {
        this.code = code;
    }

    static VersityError find(String code) {
        for (VersityError error : values()) {
            if (error.code.equals(code)) {
                return error;
            }
        }
        return OTHER;
    }
}
