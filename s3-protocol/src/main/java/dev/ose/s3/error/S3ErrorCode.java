package dev.ose.s3.error;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The S3 error codes that a store or a gateway may answer, each with its HTTP status and its usual message.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList">List of error
 *     codes</a>
 */
public enum S3ErrorCode {
    ACCESS_CONTROL_LIST_NOT_SUPPORTED("AccessControlListNotSupported", 400, "The bucket does not allow ACLs"),
    ACCESS_DENIED("AccessDenied", 403, "Access Denied"),
    ACCESS_FORBIDDEN("AccessForbidden", 403, "Access forbidden"),
    ACCOUNT_PROBLEM(
            "AccountProblem",
            403,
            "There is a problem with your account that prevents the operation from completing successfully."),
    ALL_ACCESS_DISABLED("AllAccessDisabled", 403, "All access to this resource has been disabled."),
    AMBIGUOUS_GRANT_BY_EMAIL_ADDRESS(
            "AmbiguousGrantByEmailAddress",
            400,
            "The email address you provided is associated with more than one account."),
    AUTHORIZATION_HEADER_MALFORMED(
            "AuthorizationHeaderMalformed", 400, "The authorization header you provided is invalid."),
    AUTHORIZATION_QUERY_PARAMETERS_ERROR(
            "AuthorizationQueryParametersError",
            400,
            "The authorization query parameters that you provided are not valid."),
    BAD_DIGEST(
            "BadDigest",
            400,
            "The Content-MD5 or checksum value that you specified did not match what the server received."),
    BAD_REQUEST("BadRequest", 400, "Bad Request"),
    BUCKET_ALREADY_EXISTS(
            "BucketAlreadyExists",
            409,
            "The requested bucket name is not available. The bucket namespace is shared by all users of the system."
                    + " Specify a different name and try again."),
    BUCKET_ALREADY_OWNED_BY_YOU(
            "BucketAlreadyOwnedByYou",
            409,
            "Your previous request to create the named bucket succeeded and you already own it."),
    BUCKET_NOT_EMPTY("BucketNotEmpty", 409, "The bucket you tried to delete is not empty."),
    CONDITIONAL_REQUEST_CONFLICT(
            "ConditionalRequestConflict",
            409,
            "A conflicting conditional operation is currently in progress against this resource. Please try again."),
    CREDENTIALS_NOT_SUPPORTED("CredentialsNotSupported", 400, "This request does not support credentials."),
    CROSS_LOCATION_LOGGING_PROHIBITED("CrossLocationLoggingProhibited", 403, "Cross-location logging is not allowed."),
    DEVICE_NOT_ACTIVE_ERROR("DeviceNotActiveError", 400, "The device is not currently active."),
    ENTITY_TOO_LARGE("EntityTooLarge", 400, "Your proposed upload exceeds the maximum allowed object size."),
    ENTITY_TOO_SMALL("EntityTooSmall", 400, "Your proposed upload is smaller than the minimum allowed object size."),
    EXPIRED_TOKEN("ExpiredToken", 400, "The provided token has expired."),
    FORBIDDEN("Forbidden", 403, "Forbidden"),
    ILLEGAL_LOCATION_CONSTRAINT_EXCEPTION(
            "IllegalLocationConstraintException",
            400,
            "The specified location constraint is incompatible for the region specific endpoint this request was sent"
                    + " to."),
    ILLEGAL_VERSIONING_CONFIGURATION_EXCEPTION(
            "IllegalVersioningConfigurationException",
            400,
            "The versioning configuration specified in the request is invalid."),
    INCOMPLETE_BODY(
            "IncompleteBody",
            400,
            "You did not provide the number of bytes specified by the Content-Length HTTP header."),
    INCORRECT_ENDPOINT(
            "IncorrectEndpoint",
            400,
            "The specified bucket exists in another region. Direct requests to the correct endpoint."),
    INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST(
            "IncorrectNumberOfFilesInPostRequest", 400, "POST requires exactly one file upload per request."),
    INLINE_DATA_TOO_LARGE("InlineDataTooLarge", 400, "Inline data exceeds the maximum allowed size."),
    INTERNAL_ERROR("InternalError", 500, "We encountered an internal error. Please try again."),
    INVALID_ACCESS_KEY_ID("InvalidAccessKeyId", 403, "The access key ID you provided does not exist in our records."),
    INVALID_ACCESS_POINT("InvalidAccessPoint", 400, "The specified access point name or account is not valid."),
    INVALID_ADDRESSING_HEADER("InvalidAddressingHeader", 400, "You must specify the Anonymous role."),
    INVALID_ARGUMENT("InvalidArgument", 400, "Invalid Argument"),
    INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP(
            "InvalidBucketAclWithObjectOwnership",
            400,
            "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"),
    INVALID_BUCKET_NAME("InvalidBucketName", 400, "The specified bucket is not valid."),
    INVALID_BUCKET_STATE("InvalidBucketState", 409, "The request is not valid for the current state of the bucket."),
    INVALID_CHUNK_SIZE_ERROR(
            "InvalidChunkSizeError", 400, "Only the last chunk is allowed to have a size less than 8192 bytes"),
    INVALID_DIGEST("InvalidDigest", 400, "The Content-MD5 or checksum value that you specified is not valid."),
    INVALID_ENCRYPTION_ALGORITHM_ERROR(
            "InvalidEncryptionAlgorithmError", 400, "The encryption request that you specified is not valid."),
    INVALID_HOST_HEADER(
            "InvalidHostHeader", 400, "The host headers provided in the request used the incorrect style addressing."),
    INVALID_HTTP_METHOD("InvalidHttpMethod", 400, "The request is made using an unexpected HTTP method."),
    INVALID_LOCATION_CONSTRAINT("InvalidLocationConstraint", 400, "The specified location constraint is not valid."),
    INVALID_OBJECT_STATE("InvalidObjectState", 403, "The operation is not valid for the current state of the object."),
    INVALID_PART(
            "InvalidPart",
            400,
            "One or more of the specified parts could not be found. The part may not have been uploaded, or the"
                    + " specified entity tag may not match the part's entity tag."),
    INVALID_PART_NUMBER("InvalidPartNumber", 416, "The requested partnumber is not satisfiable"),
    INVALID_PART_ORDER(
            "InvalidPartOrder",
            400,
            "The list of parts was not in ascending order. Parts must be ordered by part number."),
    INVALID_PAYER("InvalidPayer", 403, "All access to this object has been disabled."),
    INVALID_POLICY_DOCUMENT(
            "InvalidPolicyDocument",
            400,
            "The content of the form does not meet the conditions specified in the policy document."),
    INVALID_RANGE("InvalidRange", 416, "The requested range is not satisfiable"),
    INVALID_REGION("InvalidRegion", 403, "The region is not valid for this request."),
    INVALID_REQUEST("InvalidRequest", 400, "Invalid Request"),
    INVALID_RETENTION_PERIOD("InvalidRetentionPeriod", 400, "The retention period must be a positive number."),
    INVALID_SESSION_EXCEPTION("InvalidSessionException", 400, "The session is not valid."),
    INVALID_SIGNATURE(
            "InvalidSignature",
            400,
            "The request signature that the server calculated does not match the signature that you provided."),
    INVALID_SOAP_REQUEST("InvalidSOAPRequest", 400, "The SOAP request body is invalid."),
    INVALID_STORAGE_CLASS("InvalidStorageClass", 400, "The storage class you specified is not valid"),
    INVALID_TAG("InvalidTag", 400, "The tag provided was not a valid tag."),
    INVALID_TARGET_BUCKET_FOR_LOGGING(
            "InvalidTargetBucketForLogging",
            400,
            "The target bucket for logging does not exist, is not owned by you, or does not have the appropriate"
                    + " grants for the log-delivery group."),
    INVALID_TEXT_ENCODING("InvalidTextEncoding", 400, "Invalid encoding type. Only UTF-8 encoding is supported."),
    INVALID_TOKEN("InvalidToken", 400, "The provided token is malformed or otherwise invalid."),
    INVALID_URI("InvalidURI", 400, "Couldn't parse the specified URI."),
    KEY_TOO_LONG_ERROR("KeyTooLongError", 400, "Your key is too long"),
    KMS_DISABLED_EXCEPTION(
            "KMSDisabledException", 400, "The request was rejected because the specified KMS key is not enabled."),
    MALFORMED_ACL_ERROR(
            "MalformedACLError",
            400,
            "The XML you provided was not well-formed or did not validate against our published schema"),
    MALFORMED_JSON(
            "MalformedJSON",
            400,
            "The JSON you provided was not well-formed or did not validate against our published schema"),
    MALFORMED_POLICY("MalformedPolicy", 400, "Policy has invalid resource"),
    MALFORMED_POST_REQUEST(
            "MalformedPOSTRequest", 400, "The body of your POST request is not well-formed multipart/form-data."),
    MALFORMED_TRAILER_ERROR(
            "MalformedTrailerError",
            400,
            "The request contained trailing data that was not well-formed or did not conform to our published schema."),
    MALFORMED_XML(
            "MalformedXML",
            400,
            "The XML you provided was not well-formed or did not validate against our published schema"),
    MAX_MESSAGE_LENGTH_EXCEEDED("MaxMessageLengthExceeded", 400, "Your request was too big."),
    MAX_POST_PRE_DATA_LENGTH_EXCEEDED_ERROR(
            "MaxPostPreDataLengthExceededError",
            400,
            "Your POST request fields preceding the upload file were too large."),
    METADATA_TOO_LARGE("MetadataTooLarge", 400, "Your metadata headers exceed the maximum allowed metadata size."),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405, "The specified method is not allowed against this resource."),
    MISSING_ATTACHMENT("MissingAttachment", 400, "A file was expected, but none was found."),
    MISSING_AUTHENTICATION_TOKEN("MissingAuthenticationToken", 403, "The request was not signed."),
    MISSING_CONTENT_LENGTH("MissingContentLength", 411, "You must provide the Content-Length HTTP header."),
    MISSING_REQUEST_BODY_ERROR("MissingRequestBodyError", 400, "Request body is empty."),
    MISSING_SECURITY_HEADER("MissingSecurityHeader", 400, "Your request was missing a required header"),
    NO_LOGGING_STATUS_FOR_KEY(
            "NoLoggingStatusForKey", 400, "There is no such thing as a logging status subresource for a key."),
    NO_SUCH_BUCKET("NoSuchBucket", 404, "The specified bucket does not exist"),
    NO_SUCH_BUCKET_POLICY("NoSuchBucketPolicy", 404, "The bucket policy does not exist"),
    NO_SUCH_CONFIGURATION("NoSuchConfiguration", 404, "The specified configuration does not exist."),
    NO_SUCH_CORS_CONFIGURATION("NoSuchCORSConfiguration", 404, "The CORS configuration does not exist"),
    NO_SUCH_KEY("NoSuchKey", 404, "The specified key does not exist."),
    NO_SUCH_LIFECYCLE_CONFIGURATION("NoSuchLifecycleConfiguration", 404, "The lifecycle configuration does not exist"),
    NO_SUCH_OBJECT_LOCK_CONFIGURATION(
            "NoSuchObjectLockConfiguration", 404, "The specified object does not have a ObjectLock configuration"),
    NO_SUCH_PUBLIC_ACCESS_BLOCK_CONFIGURATION(
            "NoSuchPublicAccessBlockConfiguration", 404, "The public access block configuration was not found"),
    NO_SUCH_TAG_SET("NoSuchTagSet", 404, "The TagSet does not exist"),
    NO_SUCH_UPLOAD(
            "NoSuchUpload",
            404,
            "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or"
                    + " completed."),
    NO_SUCH_VERSION("NoSuchVersion", 404, "The specified version does not exist."),
    NO_SUCH_WEBSITE_CONFIGURATION(
            "NoSuchWebsiteConfiguration", 404, "The specified bucket does not have a website configuration"),
    NOT_IMPLEMENTED("NotImplemented", 501, "A header you provided implies functionality that is not implemented"),
    NOT_MODIFIED("NotModified", 304, "Not Modified"),
    /** Of OSE, for logins of its management API. */
    NOT_SIGNED_IN("NotSignedIn", 401, "The login is not valid; sign in again."),
    NOT_SIGNED_UP("NotSignedUp", 403, "Your account is not signed up for the service."),
    OBJECT_LOCK_CONFIGURATION_NOT_FOUND_ERROR(
            "ObjectLockConfigurationNotFoundError", 404, "Object Lock configuration does not exist for this bucket"),
    OPERATION_ABORTED(
            "OperationAborted",
            409,
            "A conflicting conditional operation is currently in progress against this resource. Try again."),
    OWNERSHIP_CONTROLS_NOT_FOUND_ERROR(
            "OwnershipControlsNotFoundError", 404, "The bucket ownership controls were not found"),
    PERMANENT_REDIRECT(
            "PermanentRedirect",
            301,
            "The bucket you are attempting to access must be addressed using the specified endpoint. Send all future"
                    + " requests to this endpoint."),
    PRECONDITION_FAILED("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold"),
    QUOTA_EXCEEDED("QuotaExceeded", 403, "The quota of this account does not allow the request."),
    REDIRECT("Redirect", 307, "Temporary redirect."),
    REPLICATION_CONFIGURATION_NOT_FOUND_ERROR(
            "ReplicationConfigurationNotFoundError", 404, "The replication configuration was not found"),
    REQUEST_HEADER_SECTION_TOO_LARGE(
            "RequestHeaderSectionTooLarge", 400, "Your request header section exceeds the maximum allowed size."),
    REQUEST_IS_NOT_MULTI_PART_CONTENT(
            "RequestIsNotMultiPartContent", 412, "Bucket POST must be of the enclosure-type multipart/form-data."),
    REQUEST_TIMEOUT(
            "RequestTimeout",
            400,
            "Your socket connection to the server was not read from or written to within the timeout period."),
    REQUEST_TIME_TOO_SKEWED(
            "RequestTimeTooSkewed", 403, "The difference between the request time and the current time is too large."),
    RESTORE_ALREADY_IN_PROGRESS("RestoreAlreadyInProgress", 409, "Object restore is already in progress"),
    SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND_ERROR(
            "ServerSideEncryptionConfigurationNotFoundError",
            404,
            "The server side encryption configuration was not found"),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503, "Service is unable to handle request."),
    SIGNATURE_DOES_NOT_MATCH(
            "SignatureDoesNotMatch",
            403,
            "The request signature we calculated does not match the signature you provided. Check your key and signing"
                    + " method."),
    SLOW_DOWN("SlowDown", 503, "Please reduce your request rate."),
    TEMPORARY_REDIRECT(
            "TemporaryRedirect", 307, "You are being redirected to the bucket while the DNS server is being updated."),
    TOKEN_REFRESH_REQUIRED("TokenRefreshRequired", 400, "The provided token must be refreshed."),
    TOO_MANY_BUCKETS("TooManyBuckets", 400, "You have attempted to create more buckets than allowed"),
    TOO_MANY_PARTS("TooManyParts", 400, "You have attempted to create more parts than allowed"),
    UNAUTHORIZED_ACCESS("UnauthorizedAccess", 403, "The request is not authorized."),
    UNEXPECTED_CONTENT("UnexpectedContent", 400, "This request does not support content."),
    UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS(
            "UnresolvableGrantByEmailAddress",
            400,
            "The email address you provided does not match any account on record."),
    UNSUPPORTED_SIGNATURE(
            "UnsupportedSignature", 400, "The provided request is signed with an unsupported signing method."),
    USER_KEY_MUST_BE_SPECIFIED(
            "UserKeyMustBeSpecified",
            400,
            "The bucket POST must contain the specified field name. If it is specified, check the order of the"
                    + " fields."),
    X_AMZ_CONTENT_SHA256_MISMATCH(
            "XAmzContentSHA256Mismatch",
            400,
            "The provided 'x-amz-content-sha256' header does not match what was computed.");

    private static final Map<String, S3ErrorCode> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(S3ErrorCode::code, Function.identity()));

    private final String code;
    private final int status;
    private final String message;

    S3ErrorCode(String code, int status, String message) {
        this.code = code;
        this.status = status;
        this.message = message;
    }

    /** The constant whose wire form is {@code code}, or empty when we do not know it. */
    public static Optional<S3ErrorCode> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** The code as the document spells it, such as {@code NoSuchKey}. */
    public String code() {
        return code;
    }

    /** The HTTP status that goes with the code. */
    public int status() {
        return status;
    }

    /** The default message. */
    public String message() {
        return message;
    }
}
