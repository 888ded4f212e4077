package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformInfo;
import java.net.URI;

/**
 * What a probe was about: findings say nothing of a platform that answers elsewhere or became another version.
 *
 * @param endpoint of its S3 service
 * @param version its own version, as the adapter tells it
 */
public record Subject(URI endpoint, String version) {

    static Subject of(PlatformInfo info) {
        return new Subject(info.s3Endpoint(), info.version());
    }
}
