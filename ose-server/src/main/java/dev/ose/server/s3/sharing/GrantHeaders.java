package dev.ose.server.s3.sharing;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.permission.AclPermission;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.s3.relay.HeaderGrants;
import dev.ose.server.s3.relay.OperationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The {@code x-amz-grant-*} headers of a request, whose grantees are translated to the platform's ids, like those of a
 * document by {@link WriteAcl}.
 */
public final class GrantHeaders {

    private static final Set<String> OPEN_ACLS = Set.of("public-read", "public-read-write");

    private GrantHeaders() {}

    /** Passes the translated grants on; synchronously if there are none. */
    public static void translate(OperationContext context, Consumer<HeaderGrants> next) {
        List<HeaderField> sent = sent(context);
        if (sent.isEmpty()) {
            next.accept(isOpenToEverybody(context) ? HeaderGrants.EVERYBODY : HeaderGrants.NOTHING);
            return;
        }
        if (!context.request().headerValues(AclHeaders.CANNED).isEmpty()) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "Specifying both Canned ACLs and Header Grants is not allowed"));
        }
        Grantees grantees = new Grantees(context);
        boolean takesTenants = WriteAcl.takesTenants(context);
        // Finding a grantee blocks on the database.
        context.block(() -> {
            List<HeaderField> translated = sent.stream()
                    .map(header -> users(header, grantees, takesTenants))
                    .flatMap(Optional::stream)
                    .toList();
            context.resume(() -> next.accept(new HeaderGrants(translated, grantees.found(), grantees.tenants())));
        });
    }

    private static boolean isOpenToEverybody(OperationContext context) {
        List<String> canned = context.request().headerValues(AclHeaders.CANNED);
        return !canned.isEmpty() && canned.stream().anyMatch(OPEN_ACLS::contains);
    }

    private static List<HeaderField> sent(OperationContext context) {
        List<HeaderField> sent = new ArrayList<>(0);
        for (String name : AclHeaders.GRANTS) {
            List<String> values = context.request().headerValues(name);
            // Elsewhere S3 ignores the headers, and a platform must not get the chance to do otherwise.
            if (!values.isEmpty() && RequestMembers.isPassed(context.operation().name(), name)) {
                sent.add(new HeaderField(name, String.join(",", values)));
            }
        }
        return sent;
    }

    /** The header for the platform; empty if all grantees are tenants. */
    private static Optional<HeaderField> users(HeaderField header, Grantees grantees, boolean takesTenants) {
        GrantHeader granted = GrantHeader.parse(header.value())
                .orElseThrow(() -> new S3ErrorException(
                        S3Error.invalidArgument("Argument format not recognized", header.name(), header.value())));
        List<GrantHeader.Grantee> named = new ArrayList<>();
        for (GrantHeader.Grantee grantee : granted.grantees()) {
            if (takesTenants && isTenant(grantee)) {
                grantees.tenant(
                        grantee.name(), AclPermission.ofHeader(header.name()).orElseThrow());
            } else {
                named.add(new GrantHeader.Grantee(grantee.kind(), nameThere(grantee, grantees)));
            }
        }
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(new HeaderField(header.name(), new GrantHeader(named).value()));
    }

    private static boolean isTenant(GrantHeader.Grantee grantee) {
        return grantee.kind() == GrantHeader.Kind.ID && Grantees.isTenant(grantee.name());
    }

    private static String nameThere(GrantHeader.Grantee grantee, Grantees grantees) {
        return switch (grantee.kind()) {
            case ID -> grantees.user(grantee.name());
            case URI -> grantees.group(grantee.name());
            case EMAIL_ADDRESS -> throw Grantees.nobodyBehindAddress();
        };
    }
}
