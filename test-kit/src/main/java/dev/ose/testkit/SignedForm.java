package dev.ose.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * A form upload (POST Object) and its signed policy. Implemented independently of the product.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-UsingHTTPPOST.html">Browser-based uploads</a>
 */
public final class SignedForm {

    /** The content type to send the form with. */
    public static final String CONTENT_TYPE = "multipart/form-data; boundary=----form-boundary";

    private static final String BOUNDARY = "------form-boundary";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final List<String> conditions = new ArrayList<>();

    /** Adds a field and the condition that it has this value. */
    public SignedForm field(String name, String value) {
        conditions.add("{\"" + name + "\": \"" + value + "\"}");
        return unconditionalField(name, value);
    }

    /** Adds a field of which the policy says nothing. */
    public SignedForm unconditionalField(String name, String value) {
        text(BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        return this;
    }

    /** Adds a condition, in JSON. */
    public SignedForm condition(String json) {
        conditions.add(json);
        return this;
    }

    /** Signs the policy, which expires at this time, and adds the fields of the signature. */
    public SignedForm sign(String accessKey, byte[] secretKey, Instant expiration) {
        String time = TIME.format(Instant.now());
        String scope = time.substring(0, 8) + "/us-east-1/s3/aws4_request";
        field("x-amz-algorithm", "AWS4-HMAC-SHA256");
        field("x-amz-credential", accessKey + '/' + scope);
        field("x-amz-date", time);
        String policy = addPolicy(expiration);
        byte[] code = Hmac.of(Hmac.signingKey(secretKey, scope), policy);
        return unconditionalField("X-Amz-Signature", HexFormat.of().formatHex(code));
    }

    /** The same with Signature Version 2. */
    public SignedForm signByVersion2(String accessKey, byte[] secretKey, Instant expiration) {
        unconditionalField("AWSAccessKeyId", accessKey);
        String policy = addPolicy(expiration);
        return unconditionalField("signature", Version2Signature.of(secretKey, policy));
    }

    private String addPolicy(Instant expiration) {
        String json =
                "{\"expiration\": \"" + expiration + "\", \"conditions\": [" + String.join(", ", conditions) + "]}";
        String policy = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        unconditionalField("Policy", policy);
        return policy;
    }

    /** The form with its file and, if there are any, fields that follow it. */
    public byte[] file(String fileName, byte[] file, String... namesAndValuesAfter) {
        text(BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        wire.writeBytes(file);
        text("\r\n");
        for (int i = 0; i < namesAndValuesAfter.length; i += 2) {
            unconditionalField(namesAndValuesAfter[i], namesAndValuesAfter[i + 1]);
        }
        text(BOUNDARY + "--\r\n");
        return wire.toByteArray();
    }

    private void text(String text) {
        wire.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
