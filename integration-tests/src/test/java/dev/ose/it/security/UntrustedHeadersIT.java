package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.SignedRequest;
import dev.ose.it.WireAnswer;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Headers that a client must not be able to slip past its signature (CVE-2026-71191, CVE-2026-71192, CVE-2026-54330,
 * CVE-2026-97731, CVE-2026-94368, GHSA-94jf-pgr5-43m6, GHSA-g8w9-qw9q-fghr), or to reach the platform's insides with
 * (CVE-2026-50221, CVE-2026-34204).
 */
final class UntrustedHeadersIT extends OwnBucket {

    private static final String OTHERS_ACL = "uri=\"http://acs.amazonaws.com/groups/global/AllUsers\"";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-acl: public-read",
                "x-amz-bucket-object-lock-enabled: true",
                "x-amz-bypass-governance-retention: true",
                "x-amz-checksum-algorithm-x: CRC32",
                "x-amz-checksum-crc32: AAAAAA==",
                "x-amz-checksum-sha256: AAAA",
                "x-amz-checksum-type: FULL_OBJECT",
                "x-amz-copy-source: /BUCKET/there",
                "x-amz-copy-source-if-match: *",
                "x-amz-copy-source-range: bytes=0-1",
                "x-amz-copy-source-server-side-encryption-customer-key: AAAA",
                "x-amz-expected-bucket-owner: 0",
                "x-amz-grant-full-control: " + OTHERS_ACL,
                "x-amz-grant-read: " + OTHERS_ACL,
                "x-amz-grant-read-acp: " + OTHERS_ACL,
                "x-amz-grant-write-acp: " + OTHERS_ACL,
                "x-amz-meta-owner: mallory",
                "X-Amz-Meta-Owner: mallory",
                "x-amz-meta-: mallory",
                "x-amz-metadata-directive: REPLACE",
                "x-amz-mfa: 1 1",
                "x-amz-object-lock-legal-hold: ON",
                "x-amz-object-lock-mode: COMPLIANCE",
                "x-amz-object-lock-retain-until-date: 2099-01-01T00:00:00Z",
                "x-amz-object-ownership: ObjectWriter",
                "x-amz-rename-source: /BUCKET/there",
                "x-amz-request-payer: requester",
                "x-amz-security-token: token",
                "x-amz-server-side-encryption: AES256",
                "x-amz-server-side-encryption-customer-algorithm: AES256",
                "x-amz-source-expected-bucket-owner: 0",
                "x-amz-storage-class: GLACIER",
                "x-amz-tagging: a=b",
                "x-amz-tagging-directive: REPLACE",
                "x-amz-website-redirect-location: http://elsewhere/",
                "x-amz-write-offset-bytes: 0",
                "x-amz-nobody-knows-this: 1"
            })
    void unsignedHeaderIsRefusedHoweverTheRestIsSigned(String line) {
        String name = line.substring(0, line.indexOf(':'));
        String value = line.substring(line.indexOf(':') + 2).replace("BUCKET", bucket);

        WireAnswer beside = send(put().unsigned(name, value));
        WireAnswer besideQuery = send(put().presigned(Duration.ofMinutes(5)).unsigned(name, value));

        assertThat(beside.status()).as(beside.text()).isIn(400, 403);
        assertThat(besideQuery.status()).as(besideQuery.text()).isIn(400, 403);
        assertThat(keys()).containsExactly("there");
    }

    /** The values are what made other servers fetch, replicate, trust or encrypt. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For | 127.0.0.1",
                "X-Forwarded-Host | evil.example.com",
                "X-Forwarded-Proto | https",
                "X-Forwarded-Prefix | /evil",
                "X-Original-URL | /other/there",
                "X-Rewrite-URL | /other/there",
                "X-HTTP-Method-Override | DELETE",
                "Forwarded | for=127.0.0.1",
                "X-Real-IP | 127.0.0.1",
                "X-Auth-Token | AUTH_tk",
                "X-Storage-Token | AUTH_tk",
                "X-Object-Manifest | other/there",
                "X-Copy-From | other/there",
                "X-Symlink-Target | other/there",
                "X-Delete-After | 1",
                "X-Backend-Storage-Policy-Index | 1",
                "X-Container-Sync-To | http://169.254.169.254/",
                "X-Minio-Source-Etag | 00000000000000000000000000000000",
                "X-Minio-Source-Replication-Request | true",
                "X-Minio-Replication-Server-Side-Encryption-Sealed-Key | AAAA",
                "X-Rgw-Object-Type | Normal",
                "X-Emc-Namespace | other",
                "X-Emc-Retention-Period | 1",
                "X-Gmt-Policyid | 1",
                "X-Ntap-Sg-Cgr-Replica | 1",
                "X-Ose-Tenant | other",
                "Cookie | session=1",
                "Proxy-Authorization | Basic AAAA",
                "TE | trailers",
                "Keep-Alive | timeout=5"
            })
    void headerOfPlatformsAndProxiesDoesNothing(String name, String value) {
        send(SignedRequest.of("PUT", path("plain")).body("new")).assertStatus(200);

        send(SignedRequest.of("PUT", path("with")).body("new").unsigned(name, value))
                .assertStatus(200);

        WireAnswer plain = send(SignedRequest.of("HEAD", path("plain")));
        WireAnswer with = send(SignedRequest.of("HEAD", path("with")).unsigned(name, value));
        assertThat(with.status()).isEqualTo(200);
        assertThat(names(with)).isEqualTo(names(plain));
        assertThat(get(path("with")).text()).isEqualTo("new");
        assertThat(keys()).containsExactly("plain", "there", "with");
    }

    private static Set<String> names(WireAnswer answer) {
        return new TreeSet<>(answer.headers().keySet());
    }

    @Test
    void unsignedMethodCannotBeSwapped() {
        String signedToGet = head(SignedRequest.of("GET", path("there")));

        exchange("DELETE", "DELETE" + signedToGet.substring("GET".length()))
                .assertRefused(403, "SignatureDoesNotMatch");

        assertThat(keys()).containsExactly("there");
    }

    private SignedRequest put() {
        return SignedRequest.of("PUT", path("new")).body("new");
    }
}
