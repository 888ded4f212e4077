package dev.ose.server.platform.probe;

import dev.ose.adapter.PlatformInfo;
import java.net.URI;

/**
 * The state of a platform that a probe is about: its result does not apply after a change of endpoint or version.
 *
 * @param endpoint of its S3 service
 * @param version its own version, as the adapter reports it
 */
public record ProbedPlatform(URI endpoint, String version) {

    static ProbedPlatform of(PlatformInfo info) {
        return new ProbedPlatform(info.s3Endpoint(), info.version());
    }
}
