package dev.ose.osis.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a service and its platform are: the answer to {@code getInfo}.
 *
 * @param notImplemented the operation ids of the optional operations that the service does not implement
 * @param services addresses by name, of which {@code s3} is the platform's S3 service
 * @param iam whether users are created as in AWS IAM (second revision)
 * @param tenantS3DomainEnabled whether tenants may have S3 addresses of their own (third revision)
 * @param ose an extension that only OSE's own services answer
 */
public record Information(
        @Nullable String platformName,
        @Nullable String platformVersion,
        @Nullable String apiVersion,
        @Nullable PlatformStatus status,
        List<String> notImplemented,
        List<AuthMode> authModes,
        Map<String, String> services,
        List<String> regions,
        List<String> storageClasses,
        @Nullable String logoUri,
        @Nullable Boolean iam,
        @Nullable Boolean tenantS3DomainEnabled,
        @Nullable OseFacts ose) {

    /** The name of the S3 service in {@link #services()}. */
    public static final String S3 = "s3";

    public Information {
        notImplemented = PresentValues.list(notImplemented);
        authModes = PresentValues.list(authModes);
        services = PresentValues.map(services);
        regions = PresentValues.list(regions);
        storageClasses = PresentValues.list(storageClasses);
    }
}
