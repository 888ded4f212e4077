package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.Audience.EVERYBODY;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.Audience.TENANT_MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.NO_POLICY;
import static dev.ose.server.admin.access.OperationTrait.Mark.RECORDS_ITSELF;
import static dev.ose.server.admin.access.OperationTrait.Mark.SUBJECT_IN_BODY;

/** The operations on links by which users share objects. */
public enum LinkOperation implements AdminOperation {
    /** By a user alone: a link is worth what its user may read. */
    CREATE_SHARE_LINK(POST, "/api/v1/admin/tenants/{tenant}/links", TENANT_MEMBERS, SUBJECT_IN_BODY, AUDITED_BODY),

    /** Users see their own, administrators all of the tenant; likewise the next two. A link shows an object's key. */
    LIST_SHARE_LINKS(GET, "/api/v1/admin/tenants/{tenant}/links", MEMBERS, ENTERS_TENANT),
    GET_SHARE_LINK(GET, "/api/v1/admin/tenants/{tenant}/links/{link}", MEMBERS, ENTERS_TENANT),
    /** Shows nothing, so the provider ends what is abused in every tenant. */
    REVOKE_SHARE_LINK(DELETE, "/api/v1/admin/tenants/{tenant}/links/{link}", MEMBERS),

    /** The link is the permission; its token is no name that a log may have. */
    SHOW_SHARE_LINK_PAGE(GET, "/s/{token}", EVERYBODY, NO_POLICY),
    REDEEM_SHARE_LINK(POST, "/s/{token}", EVERYBODY, NO_POLICY, RECORDS_ITSELF);

    /** What the paths of links begin with that are redeemed. */
    public static final String REDEEMED = "/s/";

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    LinkOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
