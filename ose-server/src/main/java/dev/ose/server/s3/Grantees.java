package dev.ose.server.s3;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.tenancy.CanonicalId;
import dev.ose.server.tenancy.OwnerDirectory;
import dev.ose.server.tenancy.PlatformId;

/**
 * Names those whom a client grants something as their platform names them. Blocks on the database.
 *
 * @param platform where the grant is to hold
 */
record Grantees(OwnerDirectory owners, PlatformId platform) {

    /** Never the client's text: it might name somebody by the platform's own id, which is none of a client's business. */
    String platformId(String id) {
        return CanonicalId.parse(id.strip())
                .flatMap(known -> owners.findPlatformId(platform, known))
                .orElseThrow(() -> new S3ErrorException(S3Error.invalidArgument("Invalid id", "CanonicalUser/ID", id)));
    }

    /** Our users have no addresses; a platform would look among all of its users, who may be nobody's tenants. */
    static S3ErrorException nobodyBehindAddress() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS));
    }
}
