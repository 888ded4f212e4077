package dev.ose.server.app.dataplane;

import dev.ose.config.Configuration;
import dev.ose.config.S3Options;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.server.access.Authorizer;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.iam.AuditedIam;
import dev.ose.server.iam.IamService;
import dev.ose.server.s3.S3Pipeline;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.credential.LastUses;
import java.util.List;
import java.util.Set;

/** Assembles the pipeline of S3 requests without beans: the parts that run for every request are all visible here. */
public final class DataPlane {

    private final Configuration configuration;
    private final IdentityDirectory identities;
    private final LastUses uses;
    private final BucketDirectory buckets;
    private final IamService iam;
    private final S3Services services;
    private final ManagementLogins logins;

    public DataPlane(
            Configuration configuration,
            IdentityDirectory identities,
            LastUses uses,
            BucketDirectory buckets,
            IamService iam,
            S3Services services,
            ManagementLogins logins) {
        this.configuration = configuration;
        this.identities = identities;
        this.uses = uses;
        this.buckets = buckets;
        this.iam = iam;
        this.services = services;
        this.logins = logins;
    }

    /**
     * The handler of requests whose paths begin with the prefix, which is empty on a host of S3's own. Logins of the
     * management API count below a prefix only: at the root, a bucket's name decides what a path means.
     *
     * @param pages the origins of the provider's own pages
     */
    public S3Pipeline pipeline(String pathPrefix, Set<String> pages) {
        // Below a path the bucket is in the path: with the name of a bucket as host, the path is a key of its own.
        List<String> hosts = pathPrefix.isEmpty()
                ? configuration.get(S3Options.DOMAINS).stream()
                        .map(name -> "s3." + name)
                        .toList()
                : List.of();
        List<String> regions = services.platform().placement().regions().all();
        S3Addressing addressing = new S3Addressing(hosts, pathPrefix);
        boolean takesVersion2 = configuration.get(S3Options.SIGNATURE_V2) && pathPrefix.isEmpty();
        return new S3Pipeline(
                addressing,
                new Authenticator(identities, regions, uses, services.clock(), takesVersion2 ? addressing : null),
                new Authorizer(
                        buckets,
                        services.platform().directory(),
                        services.platform().placement().identities(),
                        services.clock()),
                new AuditedIam(iam, services.requests().audit()),
                services,
                new S3Pipeline.Pages(pages, pathPrefix.isEmpty() ? null : logins));
    }
}
