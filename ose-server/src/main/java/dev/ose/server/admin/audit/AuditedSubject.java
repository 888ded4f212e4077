package dev.ose.server.admin.audit;

import dev.ose.server.audit.AuditTarget;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a call is about as far as neither its path nor its answer states it, for the entry of the request. */
public final class AuditedSubject {

    private static final String ATTRIBUTE = AuditedSubject.class.getName();

    /** The ARN of a user is shorter. */
    private static final int MAX_PRINCIPAL = 128;

    private static final Pattern BLANK = Pattern.compile("[\\s\\p{Z}]");

    private AuditedSubject() {}

    /** @param tenantName empty for none, or if the path has it */
    private record Noted(String tenantName, AuditTarget target) {

        Noted(String tenantName, String text) {
            this(tenantName, new AuditTarget(null, null, "", "", text));
        }
    }

    /** Notes the name that is typed at a sign-in, {@code user@tenant} for users of tenants; there is no caller yet. */
    public static void noteLogin(HttpServletRequest request, String name) {
        request.setAttribute(ATTRIBUTE, new Noted(tenantName(name), name));
    }

    /**
     * Notes the identity provider of a sign-in that has no account yet.
     *
     * @param tenantName empty for administrators of the provider
     * @param subject whom the identity provider vouches for; null if that is unknown
     */
    public static void noteProvider(
            HttpServletRequest request, String tenantName, String provider, @Nullable String subject) {
        request.setAttribute(ATTRIBUTE, new Noted(tenantName, subject == null ? provider : provider + ' ' + subject));
    }

    /** Notes the object that a call is about. */
    public static void noteObject(HttpServletRequest request, String object) {
        request.setAttribute(ATTRIBUTE, new Noted("", object));
    }

    /**
     * Notes a link by which an object is shared.
     *
     * @param text its id and what is to be known beside it, never its token
     */
    public static void noteShareLink(HttpServletRequest request, TenantId tenant, String bucket, String text) {
        request.setAttribute(ATTRIBUTE, new Noted("", new AuditTarget(tenant, null, bucket, "", text)));
    }

    /**
     * Notes whose access is checked, and for what.
     *
     * @param principal as the caller names it; it takes the place of one word, so that it cannot read as an action or a
     *     key
     * @param key null for an action on the bucket
     */
    public static void noteCheckedAccess(
            HttpServletRequest request, String principal, String action, @Nullable String key) {
        String word = BLANK.matcher(principal.substring(0, Math.min(principal.length(), MAX_PRINCIPAL)))
                .replaceAll("\uFFFD");
        request.setAttribute(ATTRIBUTE, new Noted("", word + ' ' + action + (key == null ? "" : ' ' + key)));
    }

    /** Notes the bucket that is to be created, and its owner. */
    public static void noteNewBucket(HttpServletRequest request, String bucket, UserId owner) {
        request.setAttribute(ATTRIBUTE, new Noted("", new AuditTarget(null, owner, bucket, "", "")));
    }

    /** Notes what a user or a tenant is changed to; null for what stays. */
    public static void noteChange(HttpServletRequest request, @Nullable Role role, @Nullable Status status) {
        request.setAttribute(ATTRIBUTE, new Noted("", change(role, status)));
    }

    static String change(@Nullable Role role, @Nullable Status status) {
        String text = (role == null ? "" : "role=" + role) + (status == null ? "" : " status=" + status);
        return text.strip();
    }

    /** What was noted; nothing if nothing was. */
    static AuditTarget noted(HttpServletRequest request, Supplier<Provisioning> provisioning) {
        return request.getAttribute(ATTRIBUTE) instanceof Noted noted
                ? noted.target().or(new AuditTarget(named(noted.tenantName(), provisioning), null, "", "", ""))
                : AuditTarget.SERVICE;
    }

    /** The tenant in a name; null if there is none of that name. */
    static @Nullable TenantId tenant(String name, Supplier<Provisioning> provisioning) {
        return named(tenantName(name), provisioning);
    }

    private static String tenantName(String name) {
        int sign = name.lastIndexOf('@');
        return sign < 0 ? "" : name.substring(sign + 1);
    }

    private static @Nullable TenantId named(String tenantName, Supplier<Provisioning> provisioning) {
        if (tenantName.isEmpty()) {
            return null;
        }
        try {
            return provisioning.get().tenantNamed(tenantName).id();
        } catch (FailureException e) {
            return null;
        }
    }
}
