package dev.ose.server.admin.json;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks what administrators send; each failure names the field and its rule. */
public final class Input {

    private static final int MAX_DESCRIPTION = 200;

    private static final int MAX_PLATFORM_ID = 256;

    private static final Pattern TEXT = Pattern.compile("[^\\p{Cntrl}]{0," + MAX_DESCRIPTION + "}");
    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private Input() {}

    public static String description(@Nullable String text) {
        if (text == null) {
            return "";
        }
        if (!TEXT.matcher(text).matches()) {
            throw invalid(
                    "description", "must have at most " + MAX_DESCRIPTION + " characters and no control characters");
        }
        return text;
    }

    public static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw invalid(field, "is missing");
        }
        return value;
    }

    /** A list without null in it. */
    public static <T> List<T> each(String field, @Nullable List<T> values) {
        List<T> given = required(field, values);
        if (given.stream().anyMatch(Objects::isNull)) {
            throw invalid(field, "must not have null in it");
        }
        return given;
    }

    /** The platform's id of a tenant. */
    public static PlatformTenantId platformTenant(@Nullable String id) {
        return new PlatformTenantId(platformId("platformTenant", id));
    }

    /** The platform's id of a user. */
    public static PlatformUserId platformUser(@Nullable String id) {
        return new PlatformUserId(platformId("platformUser", id));
    }

    private static String platformId(String field, @Nullable String id) {
        String given = required(field, id);
        if (given.isEmpty() || given.length() > MAX_PLATFORM_ID || given.indexOf('\0') >= 0) {
            throw invalid(field, "must have 1 to " + MAX_PLATFORM_ID + " characters");
        }
        return given;
    }

    /** A size of a page, the usual one unless it is given. */
    public static int limit(@Nullable Integer given, int usual) {
        int limit = given == null ? usual : given;
        if (limit < 1 || limit > Page.MAX_SIZE) {
            throw invalid("limit", "must be from 1 to " + Page.MAX_SIZE);
        }
        return limit;
    }

    /** Refuses to count a list that cannot be counted in time. */
    public static void refuseTotal(@Nullable Boolean total) {
        if (Boolean.TRUE.equals(total)) {
            throw invalid("total", "is not offered: this list is not counted");
        }
    }

    /** A tenant's id in a path; one that cannot exist is as unknown as one that does not. */
    public static TenantId tenant(String id) {
        return new TenantId(id("tenant", id));
    }

    /** A user's id, as {@link #tenant} reads a tenant's. */
    public static UserId user(String id) {
        return new UserId(id("user", id));
    }

    /** An id in a path; one that cannot exist is as unknown as one that does not. */
    public static UUID id(String kind, String text) {
        if (!UUID_FORM.matcher(text).matches()) {
            throw new FailureException(new Failure.NotFound(kind, text.substring(0, Math.min(text.length(), 64))));
        }
        return UUID.fromString(text);
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
