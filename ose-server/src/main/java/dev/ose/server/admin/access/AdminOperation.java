package dev.ose.server.admin.access;

import dev.ose.adapter.Capability;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An operation of the admin listener with its path, permitted roles and traits: one row of the enum of its area. The
 * single table for authorisation, policies, tokens, the audit log, the published description and the hiding of
 * unsupported features; requests without a row are refused. {@link AdminOperations} has all rows.
 */
public sealed interface AdminOperation
        permits AccountOperation,
                AccountingOperation,
                AuditOperation,
                BucketAdminOperation,
                CoreOperation,
                CredentialOperation,
                EventOperation,
                JobOperation,
                LinkOperation,
                PlatformOperation,
                PolicyOperation,
                PortalOperation,
                ServiceAdminOperation,
                SessionOperation,
                TenantOperation,
                UserOperation {

    /** The HTTP method of an operation. */
    enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }

    /**
     * Method and path of an operation.
     *
     * @param path with its variables in braces; {@code tenant} and {@code user} are the operation's target
     */
    record Route(Method method, String path) {}

    /** The name of the row. */
    String name();

    /** What the table says of it. */
    OperationRow row();

    /** Its method and path. */
    default Route route() {
        return row().route;
    }

    /** The permitted roles. Members of a tenant act within their tenant, its plain users on themselves. */
    default Set<AdminRole> roles() {
        return row().audience.roles();
    }

    /** Whether a tenant's administrator acts in a user's name if the operation is for another user or none. */
    default boolean impersonates() {
        return row().has(OperationTrait.Mark.IMPERSONATES);
    }

    /** Whether it is done in the name of the owner that its body names; its controller checks if that is permitted. */
    default boolean actsAsOwner() {
        return row().has(OperationTrait.Mark.ACTS_AS_OWNER);
    }

    /** Whether a token does not permit the operation, only a login or a session. */
    default boolean needsSignIn() {
        return row().has(OperationTrait.Mark.NEEDS_SIGN_IN);
    }

    /** Whether the operation shows nothing of any tenant. */
    default boolean isOfNoTenant() {
        return row().has(OperationTrait.Mark.NO_TENANT);
    }

    /**
     * Whether the provider that does it acts as an administrator of the tenant, which the tenant may not allow. Not so
     * of passwords and second factors: a tenant whose administrators lost theirs has no other help than the provider's.
     */
    default boolean entersTenant() {
        return row().has(OperationTrait.Mark.ENTERS_TENANT);
    }

    /**
     * Whether it is in the audit log, with an entry for each call unless it {@link #recordsItself}: changes, sign-ins,
     * reading of secrets, exports of the log itself. Notifications of platforms come at the rate of writes and change
     * no right.
     */
    default boolean isAudited() {
        return row().has(OperationTrait.Mark.AUDITED)
                || (route().method() != Method.GET && !row().has(OperationTrait.Mark.NOT_AUDITED));
    }

    /** Whether its controller makes the entries of the audit log. */
    default boolean recordsItself() {
        return row().has(OperationTrait.Mark.RECORDS_ITSELF);
    }

    /**
     * The action that attached policies must allow: that of IAM or S3 for an operation that they also have, otherwise
     * {@code ose:} with the operation's name. Empty if the role suffices.
     */
    default Optional<String> policyAction() {
        if (row().has(OperationTrait.Mark.NO_POLICY)) {
            return Optional.empty();
        }
        return Optional.of(row().trait(OperationTrait.PolicyAction.class)
                .map(OperationTrait.PolicyAction::name)
                .orElse("ose:" + title()));
    }

    /** Whether its body names what attached policies must allow it on, so that its controller has them evaluated. */
    default boolean hasSubjectInBody() {
        return row().has(OperationTrait.Mark.SUBJECT_IN_BODY);
    }

    /** Whether the audit log takes from its body what its path does not name. */
    default boolean hasAuditedBody() {
        return row().has(OperationTrait.Mark.AUDITED_BODY);
    }

    /** The capability that it needs. */
    default Optional<Capability> capability() {
        return row().trait(OperationTrait.Needed.class).map(OperationTrait.Needed::capability);
    }

    /** Whether a platform that can do this much has it. */
    default boolean isOffered(Set<Capability> offered) {
        return capability().map(offered::contains).orElse(true);
    }

    /** Whether its path names the tenant that it is about. */
    default boolean isOfPathTenant() {
        return route().path().contains("{tenant}");
    }

    /** Its name in documents and refusals, such as {@code CreateTenant}. */
    default String title() {
        return Arrays.stream(name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
