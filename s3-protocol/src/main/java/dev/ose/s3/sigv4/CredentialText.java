package dev.ose.s3.sigv4;

import java.util.function.Function;

/** A credential as both ways of authenticating write it: {@code <access key>/<day>/<region>/<service>/aws4_request}. */
record CredentialText(AccessKeyId accessKey, CredentialScope scope) {

    private static final int PARTS = 5;
    private static final int MAX_PART_LENGTH = 64;

    /** Parses a credential; the failure for a defect depends on its place in the request. */
    static CredentialText parse(String text, Function<String, SigV4Failure> failure) {
        String[] parts = text.split("/", -1);
        if (parts.length != PARTS || !AccessKeyId.isValid(parts[0]) || !isName(parts[2]) || !isName(parts[3])) {
            throw new SignatureRefusal(failure.apply("the Credential is mal-formed; expecting "
                    + "\"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\"."));
        }
        if (!AmzTime.isDay(parts[1])) {
            throw new SignatureRefusal(failure.apply("incorrect date format \"" + parts[1]
                    + "\". This date in the credential must be in the format \"yyyyMMdd\"."));
        }
        if (!parts[4].equals(CredentialScope.TERMINATOR)) {
            throw new SignatureRefusal(
                    failure.apply("incorrect terminal \"" + parts[4] + "\". This endpoint uses \"aws4_request\"."));
        }
        return new CredentialText(new AccessKeyId(parts[0]), new CredentialScope(parts[1], parts[2], parts[3]));
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= MAX_PART_LENGTH;
    }
}
