package dev.ose.server.admin.access;

import dev.ose.adapter.Capability;

/** A property of an {@link AdminOperation} beyond its roles. */
sealed interface OperationTrait {

    /** A trait without a value. */
    enum Mark implements OperationTrait {
        /** A tenant's administrator acts in a user's name if the operation is for another user or none. */
        IMPERSONATES,
        /** Done with the key of the user that its body names as owner: its controller permits that, not the guard. */
        ACTS_AS_OWNER,
        /** The provider acts as an administrator of the tenant, which the tenant may not allow. */
        ENTERS_TENANT,
        /** Without data of a tenant, or about the caller itself: attached policies do not limit it. */
        NO_POLICY,
        /** What it is about is named in its body: its controller has attached policies evaluated, not the guard. */
        SUBJECT_IN_BODY,
        /**
         * Its body names what its path does not, such as what is to be created, which the audit log shows for a refused
         * call, too. Of other operations the log has nothing that is in a body.
         */
        AUDITED_BODY,
        /** Shows nothing of any tenant, so a token for one tenant is enough. */
        NO_TENANT,
        /** A token is not enough: the operation would let the finder of a token stay after the token has ended. */
        NEEDS_SIGN_IN,
        /** In the audit log although it changes nothing: it reads a secret, or exports the log. */
        AUDITED,
        /** Its controller records it, and not each call: those without a login must not fill the audit log. */
        RECORDS_ITSELF,
        /** Not in the audit log although it is no GET. */
        NOT_AUDITED
    }

    /** The action of IAM or S3 that the operation is in policies. */
    record PolicyAction(String name) implements OperationTrait {}

    /** The capability of the platform that the operation needs. */
    record Needed(Capability capability) implements OperationTrait {}

    static OperationTrait as(String action) {
        return new PolicyAction(action);
    }

    static OperationTrait needs(Capability capability) {
        return new Needed(capability);
    }
}
