package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.aws.AwsPlatformConfig.Source;
import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterCommands.Side;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterFileException;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterProblem;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.adapter.plugin.OptionType;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.adapter.plugin.UnusableValueException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The adapter of AWS, and its options. */
public final class AwsAdapterFactory implements PlatformAdapterFactory {

    private static final String KIND = "aws";
    private static final int HASH_CHARACTERS = 32;
    private static final int MAX_EMAIL = 64;
    private static final String TENANT = "{tenant}";

    private static final AdapterOption<URI> ADMIN_ENDPOINT = AdapterOption.optional(
            "oss.aws.admin-endpoint",
            OptionTypes.httpUrl(),
            "Address of Organizations, IAM and STS together; absent means AWS's own addresses.");

    private static final AdapterOption<URI> S3_ENDPOINT = AdapterOption.optional(
            "oss.aws.s3-endpoint", OptionTypes.httpUrl(), "Address of S3; absent means AWS's own in the region.");

    private static final AdapterOption<String> REGION = AdapterOption.optional(
                    "oss.aws.region",
                    OptionTypes.region(),
                    "Region of all buckets, which also says the partition, such as eu-central-1.")
            .required();

    private static final AdapterOption<String> ACCESS_KEY = AdapterOption.optional(
                    "oss.aws.access-key",
                    OptionTypes.matching("16 to 128 letters and digits", "[A-Za-z0-9]{16,128}"),
                    "Access key of the user by which OSE administers the organisation or the account.")
            .required();

    private static final AdapterOption<Path> SECRET_KEY_FILE = AdapterOption.secretFile(
                    "oss.aws.secret-key-file",
                    "File whose first line is the secret key of that user; readable by its owner only.")
            .required();

    private static final AdapterOption<Path> KEY_SECRET_FILE = AdapterOption.secretFile(
                    "oss.aws.key-secret-file",
                    "File whose first line, of at least 32 characters, is what the secret keys of users are encrypted"
                            + " with; the same at every node, and not to be changed.")
            .required();

    private static final AdapterOption<String> REGISTRY = AdapterOption.optional(
                    "oss.aws.registry-bucket",
                    OptionTypes.matching("a name of a bucket", "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"),
                    "Bucket of the login's account in which OSE keeps its records of tenants, users and buckets.")
            .required();

    private static final AdapterOption<Source> ACCOUNTS = AdapterOption.withDefault(
            "oss.aws.accounts",
            OptionType.of("create, assign or share", AwsAdapterFactory::source),
            "share",
            "Which account a new tenant gets: a new one of the organisation, the one that is tagged with the tenant,"
                    + " or one for all.");

    private static final AdapterOption<String> SHARED_ACCOUNT = AdapterOption.optional(
            "oss.aws.shared-account",
            OptionTypes.matching("12 digits", "[0-9]{12}"),
            "Account of all tenants if they share one; absent means that of the login.");

    private static final AdapterOption<String> ROLE = AdapterOption.withDefault(
            "oss.aws.role",
            OptionTypes.matching("1 to 64 characters that names of roles have", "[A-Za-z0-9+=,.@_-]{1,64}"),
            "OrganizationAccountAccessRole",
            "Role that OSE assumes in accounts other than that of the login.");

    private static final AdapterOption<String> EMAIL = AdapterOption.optional(
            "oss.aws.account-email",
            OptionTypes.matching(
                    "an e-mail address with {tenant} in front of the @",
                    "[A-Za-z0-9._+-]*\\{tenant\\}[A-Za-z0-9._+-]*@[A-Za-z0-9.-]+"),
            "E-mail address of the root user of an account that is created, in which {tenant} becomes 32 characters.");

    private static final AdapterOption<Duration> TIMEOUT =
            AdapterOption.timeout("oss.aws.admin-timeout", "How long an administrative request to AWS may take.");

    private static final AdapterOption<Duration> PATIENCE = AdapterOption.withDefault(
            "oss.aws.settle-time",
            OptionTypes.time(Duration.ZERO, Duration.ofMinutes(10)),
            "20s",
            "How long is waited for a new user, key, policy or account to take effect before OSE goes on or gives up.");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String name() {
        return "AWS";
    }

    @Override
    public String place() {
        return "Amazon S3";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of(
                ADMIN_ENDPOINT,
                S3_ENDPOINT,
                REGION,
                ACCESS_KEY,
                SECRET_KEY_FILE,
                KEY_SECRET_FILE,
                REGISTRY,
                ACCOUNTS,
                SHARED_ACCOUNT,
                ROLE,
                EMAIL,
                TIMEOUT,
                PATIENCE);
    }

    @Override
    public List<AdapterProblem> check(AdapterSettings settings) {
        List<AdapterProblem> problems = new ArrayList<>();
        Source source = settings.get(ACCOUNTS);
        Optional<String> email = settings.find(EMAIL);
        if (source == Source.CREATE && email.isEmpty()) {
            problems.add(new AdapterProblem(
                    "Accounts are created and " + EMAIL.key() + " is not set.",
                    EMAIL,
                    "Set an address that you receive, such as aws+{tenant}@example.com."));
        }
        if (email.isPresent() && email.get().length() - TENANT.length() + HASH_CHARACTERS > MAX_EMAIL) {
            problems.add(new AdapterProblem(
                    "The addresses of " + EMAIL.key() + " are longer than the " + MAX_EMAIL + " characters of AWS.",
                    EMAIL,
                    "Choose a shorter one."));
        }
        if (source != Source.SHARE && settings.isSet(SHARED_ACCOUNT)) {
            problems.add(new AdapterProblem(
                    SHARED_ACCOUNT.key() + " is set and tenants do not share an account.",
                    SHARED_ACCOUNT,
                    "Set " + ACCOUNTS.key() + " to share, or leave this option out."));
        }
        if (settings.isSet(ADMIN_ENDPOINT) && !settings.isSet(S3_ENDPOINT)) {
            problems.add(AdapterProblem.incomplete(ADMIN_ENDPOINT, S3_ENDPOINT));
        }
        return problems;
    }

    private static Source source(String text) throws UnusableValueException {
        for (Source source : Source.values()) {
            if (source.name().toLowerCase(Locale.ROOT).equals(text)) {
                return source;
            }
        }
        throw new UnusableValueException();
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(new AdapterCommands(
                "AWS as the platform.",
                new Side(S3_ENDPOINT, REGION, ACCESS_KEY, SECRET_KEY_FILE),
                Side.open(S3_ENDPOINT, REGION)));
    }

    @Override
    public Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.of(login(context));
    }

    private static PlatformKey login(AdapterContext context) {
        return new PlatformKey(context.settings().get(ACCESS_KEY), context.secret(SECRET_KEY_FILE));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        AdapterSettings settings = context.settings();
        AwsPlatformConfig config = new AwsPlatformConfig(
                new AwsPlatformConfig.Site(
                        settings.get(REGION),
                        settings.find(ADMIN_ENDPOINT).orElse(null),
                        settings.find(S3_ENDPOINT).orElse(null)),
                login(context),
                keySecret(context),
                settings.get(REGISTRY),
                new AwsPlatformConfig.Accounts(
                        settings.get(ACCOUNTS),
                        settings.find(SHARED_ACCOUNT).orElse(null),
                        settings.get(ROLE),
                        settings.find(EMAIL).orElse(null)),
                new AwsPlatformConfig.Connection(
                        context.connectTimeout(), settings.get(TIMEOUT), context.tls(), context.routes()),
                new AwsPatience(settings.get(PATIENCE), Thread::sleep));
        return new AwsPlatform(config, AwsPlatform.describe(config.site()), context.clock(), new SecureRandom());
    }

    private static Secret keySecret(AdapterContext context) {
        Secret secret = context.secret(KEY_SECRET_FILE);
        int length = secret.use(bytes -> bytes.length);
        if (length < AwsPlatformConfig.MIN_KEY_SECRET_BYTES) {
            throw new AdapterFileException(
                    "The first line of " + context.settings().get(KEY_SECRET_FILE) + " has fewer than "
                            + AwsPlatformConfig.MIN_KEY_SECRET_BYTES
                            + " characters. Write a random line with openssl rand -hex 32.",
                    new IllegalArgumentException(length + " characters"));
        }
        return secret;
    }
}
