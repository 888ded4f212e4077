package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach AWS, and how tenants become accounts.
 *
 * @param site where its services answer
 * @param login key pair of a user of the provider's account
 * @param keySecret what secret keys are encrypted with; the same at every node and as long as the keys
 * @param registry bucket of the provider's account in which the adapter keeps its records
 * @param accounts which account a tenant gets
 * @param connection how requests get there
 * @param patience how long is waited for what takes effect later
 */
record AwsPlatformConfig(
        Site site,
        PlatformKey login,
        Secret keySecret,
        String registry,
        Accounts accounts,
        Connection connection,
        AwsPatience patience) {

    /** The least length of {@link #keySecret}. */
    static final int MIN_KEY_SECRET_BYTES = 32;

    AwsPlatformConfig {
        if (keySecret.use(bytes -> bytes.length) < MIN_KEY_SECRET_BYTES) {
            throw new IllegalArgumentException("the secret of keys is too short");
        }
    }

    /**
     * Where services answer.
     *
     * @param region region of all buckets
     * @param adminEndpoint of Organizations, IAM and STS; absent for AWS's own addresses
     * @param s3Endpoint of S3; absent for AWS's own
     */
    record Site(
            String region,
            @Nullable URI adminEndpoint,
            @Nullable URI s3Endpoint) {}

    /** Where the account of a new tenant comes from. */
    enum Source {
        /** The account of that e-mail address in the organisation; one is created if there is none. */
        CREATE,
        /** An account of the organisation whose tag names the tenant; there has to be one. */
        ASSIGN,
        /** One account for all tenants. */
        SHARE
    }

    /**
     * Which account a tenant gets.
     *
     * @param shared the account of all tenants; absent for that of the login
     * @param role the role in accounts that the login assumes
     * @param email address of the root user of an account that is created, with {@code {tenant}} in it
     */
    record Accounts(
            Source source,
            @Nullable String shared,
            String role,
            @Nullable String email) {

        Accounts {
            if (source == Source.CREATE && email == null) {
                throw new IllegalArgumentException("accounts that are created need an e-mail address");
            }
        }
    }

    /**
     * How requests are sent.
     *
     * @param connectTimeout how long connecting may take, the TLS handshake included
     * @param timeout how long a request may take until its answer is complete
     * @param tls the trusted certificates
     * @param routes how requests get there
     */
    record Connection(Duration connectTimeout, Duration timeout, SSLContext tls, OutboundRoutes routes) {}
}
