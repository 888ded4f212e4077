package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.organizations.OrganizationsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleResponse;
import software.amazon.awssdk.services.sts.model.Credentials;

/**
 * Clients of the services, for the provider's account and by assumed roles for others. The SDK reads no profile,
 * repeats
 * nothing by itself and opens no connection of its own. Thread-safe.
 */
final class AwsClients implements AutoCloseable {

    private static final Duration SESSION = Duration.ofHours(1);
    private static final Duration MARGIN = Duration.ofMinutes(10);
    private static final int MAX_SESSIONS = 500;
    private static final float LOAD_FACTOR = 0.75f;

    private final AwsPlatformConfig config;
    private final AwsCalls calls;
    private final Clock clock;
    private final Region region;
    private final AwsHttp http;
    private final ScheduledExecutorService unused = Executors.newScheduledThreadPool(0);
    private final AwsCredentials login;
    private final StsClient sts;
    private final OrganizationsClient organizations;
    private final S3Client s3;
    private final AtomicReference<@Nullable String> ownAccount = new AtomicReference<>();
    private final Map<String, AwsSession> sessions = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, AwsSession> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    /**
     * What acts in one account.
     *
     * @param until when it has to be opened again
     */
    record AwsSession(IamClient iam, S3Client s3, Instant until) {}

    AwsClients(AwsPlatformConfig config, AwsCalls calls, Clock clock) {
        this.config = config;
        this.calls = calls;
        this.clock = clock;
        this.region = Region.of(config.site().region());
        this.http = new AwsHttp(config.connection());
        this.login = credentials(config.login());
        this.sts = administration(StsClient.builder(), login).build();
        this.organizations =
                administration(OrganizationsClient.builder(), login).build();
        this.s3 = s3(login);
    }

    private static AwsCredentials credentials(PlatformKey key) {
        return key.secretKey()
                .use(bytes -> AwsBasicCredentials.create(key.accessKey(), new String(bytes, StandardCharsets.UTF_8)));
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B administration(
            B builder, AwsCredentials credentials) {
        return common(builder, credentials, config.site().adminEndpoint());
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B common(
            B builder, AwsCredentials credentials, @Nullable URI endpoint) {
        ProfileFile none = ProfileFile.builder()
                .content(new ByteArrayInputStream(new byte[0]))
                .type(ProfileFile.Type.CONFIGURATION)
                .build();
        B made = builder.httpClient(http)
                .region(region)
                .credentialsProvider(StaticCredentialsProvider.create(credentials))
                .overrideConfiguration(override -> override.defaultProfileFile(none)
                        .retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .scheduledExecutorService(unused));
        return endpoint == null ? made : made.endpointOverride(endpoint);
    }

    private S3Client s3(AwsCredentials credentials) {
        return common(S3Client.builder(), credentials, config.site().s3Endpoint())
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .build();
    }

    /** S3 in the provider's account. */
    S3Client s3() {
        return s3;
    }

    OrganizationsClient organizations() {
        return organizations;
    }

    /** What S3 answers to a user's own key. */
    S3Client s3Of(PlatformKey key) {
        return s3(credentials(key));
    }

    /** The account of the login. */
    String ownAccount() {
        @Nullable String known = ownAccount.get();
        if (known != null) {
            return known;
        }
        String asked = calls.read("tell the account of the login", () -> sts.getCallerIdentity())
                .account();
        ownAccount.set(asked);
        return asked;
    }

    /** Where S3 answers to nodes. */
    static URI s3Endpoint(AwsPlatformConfig.Site site) {
        @Nullable URI chosen = site.s3Endpoint();
        return chosen == null
                ? URI.create(
                        "https://s3." + site.region() + '.' + partition(site).dnsSuffix())
                : chosen;
    }

    /** Where people look after buckets. */
    static URI console(AwsPlatformConfig.Site site) {
        String host =
                switch (partition(site).id()) {
                    case "aws-cn" -> "console.amazonaws.cn";
                    case "aws-us-gov" -> "console.amazonaws-us-gov.com";
                    default -> "console.aws.amazon.com";
                };
        return URI.create("https://" + host + "/s3/home?region=" + site.region());
    }

    private static PartitionMetadata partition(AwsPlatformConfig.Site site) {
        return PartitionMetadata.of(Region.of(site.region()));
    }

    /** The name of a user as a principal, or of another thing of IAM. */
    String arn(String account, String resource) {
        return "arn:" + partition(config.site()).id() + ":iam::" + account + ':' + resource;
    }

    /** The name of a bucket in policies. */
    String arn(String bucket) {
        return "arn:" + partition(config.site()).id() + ":s3:::" + bucket;
    }

    /** A session in the account. */
    AwsSession in(String account) {
        return find(account)
                .orElseThrow(() -> new PlatformException(
                        Kind.REJECTED,
                        "AWS does not let the login assume the role "
                                + config.accounts().role() + " of account " + account
                                + ". Check that the role trusts the login's account and that the login's policy"
                                + " permits sts:AssumeRole."));
    }

    /** The same; empty if the role may not be assumed, or not yet. */
    Optional<AwsSession> find(String account) {
        synchronized (sessions) {
            @Nullable AwsSession open = sessions.get(account);
            if (open != null && clock.instant().isBefore(open.until())) {
                return Optional.of(open);
            }
        }
        Optional<AwsSession> opened = open(account);
        opened.ifPresent(session -> {
            synchronized (sessions) {
                sessions.put(account, session);
            }
        });
        return opened;
    }

    private Optional<AwsSession> open(String account) {
        Instant until = clock.instant().plus(SESSION).minus(MARGIN);
        if (account.equals(ownAccount())) {
            return Optional.of(session(login, until));
        }
        Optional<AssumeRoleResponse> assumed = calls.find(
                "assume the role of an account",
                () -> sts.assumeRole(request -> request.roleArn(
                                arn(account, "role/" + config.accounts().role()))
                        .roleSessionName("ose")
                        .durationSeconds(Math.toIntExact(SESSION.toSeconds()))),
                "AccessDenied");
        return assumed.map(AssumeRoleResponse::credentials).map(given -> session(credentials(given), until));
    }

    private static AwsCredentials credentials(Credentials given) {
        return AwsSessionCredentials.create(given.accessKeyId(), given.secretAccessKey(), given.sessionToken());
    }

    private AwsSession session(AwsCredentials credentials, Instant until) {
        return new AwsSession(administration(IamClient.builder(), credentials).build(), s3(credentials), until);
    }

    @Override
    public void close() {
        http.close();
        unused.shutdownNow();
    }
}
