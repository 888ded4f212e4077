package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformInfo;
import java.net.URI;

/**
 * What a probe was about: findings say nothing of a platform that answers elsewhere or became another version.
 *
 * @param endpoint of its S3 service
 * @param version its own version, as the adapter tells it
 */
public record ProbedPlatform(URI endpoint, String version) {

    static ProbedPlatform of(PlatformInfo info) {
        return new ProbedPlatform(info.s3Endpoint(), info.version());
    }
}
