package dev.ose.adapter.minio;

/** The codes of refusals that are more than a refusal, as MinIO spells them. */
enum MinioError {
    NO_SUCH_USER("XMinioAdminNoSuchUser"),
    NO_SUCH_POLICY("XMinioAdminNoSuchPolicy"),
    NO_SUCH_ACCESS_KEY("XMinioAdminNoSuchAccessKey"),
    NO_SUCH_SERVICE_ACCOUNT("XMinioInvalidIAMCredentials"),
    POLICY_IN_USE("XMinioIAMPolicyInUse"),
    POLICY_CHANGE_ALREADY_APPLIED("XMinioAdminPolicyChangeAlreadyApplied"),
    ACCESS_DENIED("AccessDenied"),
    INVALID_ACCESS_KEY("InvalidAccessKeyId"),
    SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch"),
    AUTHORIZATION_MALFORMED("AuthorizationHeaderMalformed"),
    TIME_TOO_SKEWED("RequestTimeTooSkewed"),
    OTHER("");

    private final String code;

    MinioError(String code) {
        this.code = code;
    }

    static MinioError find(String code) {
        for (MinioError error : values()) {
            if (error.code.equals(code)) {
                return error;
            }
        }
        return OTHER;
    }
}
