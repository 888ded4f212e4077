package dev.ose.s3.sigv4;

/** The result of checking a claim. */
public sealed interface Verification {

    /** The request as received was signed with the secret of the claim's access key. */
    record Verified(AuthenticationClaim.Signed claim, PathForm pathForm) implements Verification {

        /** The coverage of the body by the signature, which determines the checks left for streaming. */
        public PayloadHash payloadHash() {
            return claim.payloadHash();
        }
    }

    /** The claim does not hold. */
    record Refused(SigV4Failure failure) implements Verification {}

    /** The form of the path that the client had signed. */
    enum PathForm {
        /** Decoded and encoded again, which is what AWS signs. */
        CANONICAL,
        /** As sent, which is what some clients sign that encode differently. */
        RAW
    }
}
