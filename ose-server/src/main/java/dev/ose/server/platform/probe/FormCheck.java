package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.sigv4.AmzTime;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.SigningKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tests whether a platform accepts POST Object, and only with a signed policy.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html">Uploads by POST</a>
 */
final class FormCheck {

    private static final String KEY = "form";
    private static final String CONTENT = "the file of a form";
    private static final String BOUNDARY = "ose-probe-boundary";
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private FormCheck() {}

    static boolean takesForms(ProbeBucket site) {
        String forged = "0".repeat(64);
        Instant now = site.visit().clock().instant().truncatedTo(ChronoUnit.SECONDS);
        Map<String, String> fields = fields(site, now);
        boolean refusesForged = site.askUnsigned(form(fields, forged)).isRefused();
        String signature = key(site, now).signPolicy(fields.getOrDefault("policy", ""));
        return refusesForged
                && site.get(KEY).isAbsent()
                && site.askUnsigned(form(fields, signature)).isDone()
                && site.get(KEY).holds(CONTENT.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> fields(ProbeBucket site, Instant now) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("key", KEY);
        fields.put("x-amz-algorithm", "AWS4-HMAC-SHA256");
        fields.put("x-amz-credential", site.visit().key().accessKey() + '/' + scope(site, now));
        fields.put("x-amz-date", AmzTime.format(now));
        String conditions = fields.entrySet().stream()
                .map(field -> "{\"" + field.getKey() + "\":\"" + field.getValue() + "\"}")
                .collect(Collectors.joining(","));
        String policy = "{\"expiration\":\"" + now.plus(LIFETIME) + "\",\"conditions\":[{\"bucket\":\"" + site.bucket()
                + "\"}," + conditions + "]}";
        fields.put("policy", Base64.getEncoder().encodeToString(policy.getBytes(StandardCharsets.UTF_8)));
        return fields;
    }

    private static ProbeCall form(Map<String, String> fields, String signature) {
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> part(form, "name=\"" + name + '"', value));
        part(form, "name=\"x-amz-signature\"", signature);
        part(form, "name=\"file\"; filename=\"probe\"", CONTENT);
        form.append("--").append(BOUNDARY).append("--\r\n");
        return ProbeCall.ofBucket("POST")
                .header("content-type", "multipart/form-data; boundary=" + BOUNDARY)
                .body(form.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void part(StringBuilder form, String disposition, String value) {
        form.append("--").append(BOUNDARY).append("\r\nContent-Disposition: form-data; ");
        form.append(disposition).append("\r\n\r\n").append(value).append("\r\n");
    }

    private static SigningKey key(ProbeBucket site, Instant now) {
        PlatformKey key = site.visit().key();
        return key.secretKey().use(bytes -> SigningKey.derive(bytes, scope(site, now)));
    }

    private static CredentialScope scope(ProbeBucket site, Instant now) {
        return CredentialScope.at(now, site.visit().platform().region(), "s3");
    }
}
