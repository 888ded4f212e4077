package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.PROVIDER;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;

/** The operations on what the provider has the portal show. */
public enum PortalOperation implements AdminOperation {
    /** Before the sign-in, whose page has it. */
    SHOW_BRANDING(GET, "/api/v1/branding", EVERYBODY, NO_POLICY),
    SHOW_LOGO(GET, "/api/v1/branding/logo/{digest}", EVERYBODY, NO_POLICY),
    GET_BRANDING(GET, "/api/v1/admin/branding", PROVIDER),
    PUT_BRANDING(PUT, "/api/v1/admin/branding", PROVIDER),
    PUT_LOGO(PUT, "/api/v1/admin/branding/logo", PROVIDER),
    DELETE_LOGO(DELETE, "/api/v1/admin/branding/logo", PROVIDER),

    /** Those that are for the caller. */
    LIST_OWN_ANNOUNCEMENTS(GET, "/api/v1/admin/me/announcements", MEMBERS, NO_POLICY),
    LIST_ANNOUNCEMENTS(GET, "/api/v1/admin/announcements", PROVIDER),
    CREATE_ANNOUNCEMENT(POST, "/api/v1/admin/announcements", PROVIDER),
    GET_ANNOUNCEMENT(GET, "/api/v1/admin/announcements/{announcement}", PROVIDER),
    PUT_ANNOUNCEMENT(PUT, "/api/v1/admin/announcements/{announcement}", PROVIDER),
    DELETE_ANNOUNCEMENT(DELETE, "/api/v1/admin/announcements/{announcement}", PROVIDER);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    PortalOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
