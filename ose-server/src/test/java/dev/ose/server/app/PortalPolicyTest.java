package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.s3.S3Endpoint;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the portal's document permits beside its own origin. */
class PortalPolicyTest extends OnAdminNode {

    private List<String> policy() throws Exception {
        String all = node.send("GET", "/portal/", "", "")
                .headers()
                .firstValue("Content-Security-Policy")
                .orElseThrow();
        return Arrays.stream(all.split("; ", -1))
                .filter(it -> !it.startsWith("script-src") && !it.startsWith("style-src"))
                .toList();
    }

    @Test
    void previewsComeFromS3OnceItIsServed() throws Exception {
        List<String> before = policy();

        node.startAll();

        String s3 = node.bean(S3Endpoint.class).url();
        assertThat(s3).matches("http://localhost:[1-9]\\d*");
        assertThat(before).noneMatch(it -> it.contains("localhost"));
        assertThat(policy())
                .containsExactly(
                        "default-src 'none'",
                        "img-src 'self' data: " + s3,
                        "connect-src 'self' " + s3,
                        "media-src " + s3,
                        "frame-ancestors 'self'",
                        "base-uri 'none'",
                        "form-action 'self'",
                        "trusted-types lit-html",
                        "require-trusted-types-for 'script'");
    }
}
