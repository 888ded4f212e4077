package dev.ose.server.platform.client;

/** The purpose of a request of OSE's own, named in failures and metrics. */
enum Purpose {
    VERIFY_OBJECT("VerifyObject"),
    COMPARE_BUCKET("CompareBucket"),
    COMPARE_UPLOADS("CompareUploads"),
    CHECK_UPLOAD("CheckUpload"),
    ABORT_UPLOAD("AbortUpload"),
    CHECK_VERSIONING("CheckVersioning"),
    CHECK_CLAIM("CheckClaim"),
    READ_LABELS("ReadLabels"),
    READ_SHARING("ReadSharing"),
    READ_OWN_BUCKETS("ReadOwnBuckets"),
    READ_CORS_RULES("ReadCorsRules"),
    DELIVER_ACCESS_LOG("DeliverAccessLog");

    private final String operation;

    Purpose(String operation) {
        this.operation = operation;
    }

    String operation() {
        return operation;
    }
}
