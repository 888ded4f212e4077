package dev.ose.server.app.dataplane;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.server.access.Authorizer;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.s3.S3Pipeline;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import java.time.Clock;
import java.util.List;

/**
 * The way of S3 requests, put together by hand: what runs for every request and on I/O threads is to be read here, not
 * to be looked for among beans.
 */
public final class DataPlane {

    private final Configuration configuration;
    private final PipelineServices from;
    private final S3Services services;
    private final Clock clock;

    public DataPlane(
            Configuration configuration,
            PipelineServices from,
            ClientWorker worker,
            PlatformTransport transport,
            RequestRecorder recorder,
            Clock clock) {
        this.configuration = configuration;
        this.from = from;
        this.clock = clock;
        this.services = new S3Services(
                from.platforms(),
                transport,
                from.ledger(),
                from.buckets(),
                from.bucketOwners(),
                from.bucketSearch(),
                from.listing(),
                from.corsRules(),
                from.owners(),
                from.sharing(),
                recorder,
                from.meter(),
                from.uploads(),
                from.quotas(),
                from.labels(),
                () -> ChannelBuffer.from(worker.bufferPool()),
                worker.documentMemory(),
                configuration.get(S3Options.REGION),
                clock);
    }

    /** What handles requests whose paths begin with the prefix, which is empty at a host of S3's own. */
    S3Pipeline pipeline(String pathPrefix) {
        List<String> hosts = configuration.get(S3Options.DOMAINS).stream()
                .map(name -> "s3." + name)
                .toList();
        List<String> regions = List.of(configuration.get(S3Options.REGION));
        S3Addressing addressing = new S3Addressing(hosts, pathPrefix);
        boolean takesVersion2 = configuration.get(S3Options.SIGNATURE_V2) && pathPrefix.isEmpty();
        return new S3Pipeline(
                addressing,
                new Authenticator(from.identities(), regions, clock, takesVersion2 ? addressing : null),
                new Authorizer(from.bucketDirectory(), from.platforms(), clock),
                from.iam(),
                services);
    }
}
