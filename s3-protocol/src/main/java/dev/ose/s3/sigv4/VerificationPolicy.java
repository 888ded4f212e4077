package dev.ose.s3.sigv4;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a signature must be made for: one of our regions, the first of which is named to clients that chose another, one
 * service, and a clock that differs from ours by no more than the skew.
 */
public record VerificationPolicy(List<String> regions, String service, Duration maxSkew) {

    /** The difference between clocks that AWS allows. */
    public static final Duration AWS_MAX_SKEW = Duration.ofMinutes(15);

    /** Refuses, as a bug of the caller, an empty list of regions. */
    public VerificationPolicy {
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("no region");
        }
        regions = List.copyOf(regions);
    }

    /** Service {@code s3} in the given regions, with the skew that AWS allows. */
    public static VerificationPolicy s3(List<String> regions) {
        return new VerificationPolicy(regions, "s3", AWS_MAX_SKEW);
    }

    /** Why a signature of this scope and time stamp was not made for us; null if it was. */
    @Nullable
    ScopeDefect defect(CredentialScope scope, String timestamp) {
        if (!service.equals(scope.service())) {
            return new ScopeDefect(
                    "incorrect service \"" + scope.service() + "\". This endpoint belongs to \"" + service + "\".",
                    null);
        }
        if (!regions.contains(scope.region())) {
            String expected = regions.getFirst();
            return new ScopeDefect(
                    "the region '" + scope.region() + "' is wrong; expecting '" + expected + "'", expected);
        }
        if (!timestamp.startsWith(scope.day())) {
            return new ScopeDefect(
                    "Invalid credential date \"" + scope.day() + "\". This date is not the same as X-Amz-Date: \""
                            + AmzTime.day(timestamp) + "\".",
                    null);
        }
        return null;
    }

    /** The error of a scope, with the expected region if the region is wrong. */
    record ScopeDefect(String text, @Nullable String region) {}
}
