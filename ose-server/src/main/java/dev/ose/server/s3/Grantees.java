package dev.ose.server.s3;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.CanonicalId;
import dev.ose.server.tenancy.OwnerDirectory;
import dev.ose.server.tenancy.OwnerDirectory.Counterpart;
import dev.ose.server.tenancy.PlatformId;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Names those whom a client grants something as their platform names them, and remembers them. Blocks on the database.
 */
final class Grantees {

    /** Ends the id of a grantee that is a whole tenant, of which no platform's ACLs know. */
    private static final char END_OF_TENANT = '|';

    private final OwnerDirectory owners;
    private final PlatformId platform;
    private final Set<Grantee> found = new LinkedHashSet<>();

    /** Grants are to hold on {@code platform}. */
    Grantees(OwnerDirectory owners, PlatformId platform) {
        this.owners = owners;
        this.platform = platform;
    }

    /** The platform's id of the owner, who is granted nothing by that. */
    String owner(String id) {
        return counterpart(id).platformCanonicalId();
    }

    /** The platform's id of somebody who is granted something. */
    String user(String id) {
        Counterpart user = counterpart(id);
        found.add(new Grantee.OfUser(user.tenant(), user.user()));
        return user.platformCanonicalId();
    }

    /** The group, which platforms name as we do. */
    String group(String uri) {
        if (uri.strip().equals(GrantHeader.EVERYBODY)) {
            found.add(new Grantee.Everybody());
        }
        return uri;
    }

    /** Whom this has named so far. */
    Set<Grantee> found() {
        return Set.copyOf(found);
    }

    /** Never the client's text: it might name somebody by the platform's own id, which is none of a client's business. */
    private Counterpart counterpart(String id) {
        if (!id.isEmpty() && id.charAt(id.length() - 1) == END_OF_TENANT) {
            throw new FailureException(new Failure.NotOffered("A tenant as grantee of an ACL"));
        }
        return CanonicalId.parse(id.strip())
                .flatMap(known -> owners.findCounterpart(platform, known))
                .orElseThrow(() -> new S3ErrorException(S3Error.invalidArgument("Invalid id", "CanonicalUser/ID", id)));
    }

    /** Our users have no addresses; a platform would look among all of its users, who may be nobody's tenants. */
    static S3ErrorException nobodyBehindAddress() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS));
    }
}
