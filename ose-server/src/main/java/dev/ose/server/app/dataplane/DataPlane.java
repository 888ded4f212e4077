package dev.ose.server.app.dataplane;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.server.access.Authorizer;
import dev.ose.server.iam.AuditedIam;
import dev.ose.server.s3.S3Pipeline;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.relay.S3Services;
import java.util.List;

/** Assembles the pipeline of S3 requests without beans: the parts that run for every request are all visible here. */
public final class DataPlane {

    private final Configuration configuration;
    private final PipelineServices from;
    private final S3Services services;

    public DataPlane(Configuration configuration, PipelineServices from) {
        this.configuration = configuration;
        this.from = from;
        this.services = new S3Services(
                from.platforms(),
                from.transport(),
                from.ledger(),
                from.buckets(),
                from.bucketOwners(),
                from.bucketSearch(),
                from.listing(),
                from.corsRules(),
                from.owners(),
                from.sharing(),
                from.recorder(),
                from.meter(),
                from.uploads(),
                from.quotas(),
                from.labels(),
                from.audit(),
                from.accessLog(),
                from.notifications(),
                from.buffers(),
                from.documentMemory(),
                configuration.get(S3Options.REGION),
                from.clock());
    }

    /** What handles requests whose paths begin with the prefix, which is empty at a host of S3's own. */
    public S3Pipeline pipeline(String pathPrefix) {
        List<String> hosts = configuration.get(S3Options.DOMAINS).stream()
                .map(name -> "s3." + name)
                .toList();
        List<String> regions = List.of(configuration.get(S3Options.REGION));
        S3Addressing addressing = new S3Addressing(hosts, pathPrefix);
        boolean takesVersion2 = configuration.get(S3Options.SIGNATURE_V2) && pathPrefix.isEmpty();
        return new S3Pipeline(
                addressing,
                new Authenticator(from.identities(), regions, from.clock(), takesVersion2 ? addressing : null),
                new Authorizer(from.bucketDirectory(), from.platforms(), from.clock()),
                new AuditedIam(from.iam(), from.audit()),
                services);
    }
}
