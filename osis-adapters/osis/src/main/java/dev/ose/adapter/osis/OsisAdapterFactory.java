package dev.ose.adapter.osis;

import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.plugin.AdapterCommands;
import dev.ose.adapter.plugin.AdapterCommands.Side;
import dev.ose.adapter.plugin.AdapterContext;
import dev.ose.adapter.plugin.AdapterOption;
import dev.ose.adapter.plugin.AdapterProblem;
import dev.ose.adapter.plugin.AdapterSettings;
import dev.ose.adapter.plugin.OptionTypes;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The adapter of a platform with an OSIS service, and its options. */
public final class OsisAdapterFactory implements PlatformAdapterFactory {

    private static final AdapterOption<URI> ENDPOINT = AdapterOption.optional(
                    "oss.osis.endpoint",
                    OptionTypes.httpUrlWithPath(),
                    "Address of the OSIS service, without the /api that its paths begin with.")
            .required();

    private static final AdapterOption<String> USER = AdapterOption.optional(
            "oss.osis.user",
            OptionTypes.matching("1 to 128 characters without colons and spaces", "[^:\\s]{1,128}"),
            "User of the OSIS service that administers the platform.");

    private static final AdapterOption<Path> SECRET_FILE = AdapterOption.secretFile(
            "oss.osis.secret-file", "File whose first line is the secret of that user; readable by its owner only.");

    private static final AdapterOption<Path> TOKEN_FILE = AdapterOption.secretFile(
            "oss.osis.token-file",
            "File whose first line is a token to use instead of a user and a secret; readable by its owner only.");

    private static final AdapterOption<URI> S3_ENDPOINT = AdapterOption.optional(
            "oss.osis.s3-endpoint",
            OptionTypes.httpUrl(),
            "Address of the platform's S3 service; absent means the one that the OSIS service reports.");

    private static final AdapterOption<String> REGION = AdapterOption.optional(
            "oss.osis.region",
            OptionTypes.region(),
            "Region that requests to the platform are signed for; absent means the first one that the OSIS service"
                    + " reports.");

    private static final AdapterOption<Duration> TIMEOUT =
            AdapterOption.timeout("oss.osis.timeout", "How long a request to the OSIS service may take.");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return "osis";
    }

    @Override
    public String name() {
        return "OSIS";
    }

    @Override
    public String place() {
        return "a platform that is administered over OSIS";
    }

    @Override
    public List<AdapterOption<?>> options() {
        return List.of(ENDPOINT, USER, SECRET_FILE, TOKEN_FILE, S3_ENDPOINT, REGION, TIMEOUT);
    }

    @Override
    public List<AdapterProblem> check(AdapterSettings settings) {
        boolean asUser = settings.isSet(USER);
        boolean byToken = settings.isSet(TOKEN_FILE);
        List<AdapterProblem> problems = new ArrayList<>();
        if (asUser && byToken) {
            problems.add(new AdapterProblem(
                    USER.key() + " and " + TOKEN_FILE.key() + " are both set.", TOKEN_FILE, "Set one of them."));
        } else if (settings.isChosen() && !asUser && !byToken) {
            problems.add(new AdapterProblem(
                    "oss.platform is osis and neither " + USER.key() + " nor " + TOKEN_FILE.key() + " is set.",
                    USER,
                    "Set it with " + SECRET_FILE.key() + ", or set " + TOKEN_FILE.key() + '.'));
        }
        if (asUser && !settings.isSet(SECRET_FILE)) {
            problems.add(AdapterProblem.incomplete(USER, SECRET_FILE));
        } else if (!asUser && settings.isSet(SECRET_FILE)) {
            problems.add(AdapterProblem.incomplete(SECRET_FILE, USER));
        }
        return problems;
    }

    @Override
    public Optional<AdapterCommands> commands() {
        return Optional.of(new AdapterCommands(
                "A platform with an OSIS service.",
                new Side(ENDPOINT, REGION, USER, SECRET_FILE),
                Side.open(S3_ENDPOINT, REGION)));
    }

    @Override
    public StoragePlatform open(AdapterContext context) {
        OsisPlatformConfig config = config(context);
        ServiceFacts facts = context.memory()
                .map(memory -> new RememberedService(memory).learn(config))
                .orElseGet(() -> OsisPlatform.learn(config));
        return OsisPlatform.of(config, facts);
    }

    private static OsisPlatformConfig config(AdapterContext context) {
        AdapterSettings settings = context.settings();
        return new OsisPlatformConfig(
                settings.get(ENDPOINT),
                login(context),
                settings.find(S3_ENDPOINT).orElse(null),
                settings.find(REGION).orElse(null),
                context.connectTimeout(),
                settings.get(TIMEOUT),
                context.tls(),
                context.routes());
    }

    private static OsisLogin login(AdapterContext context) {
        return context.settings().isSet(TOKEN_FILE)
                ? new OsisLogin.Token(context.secret(TOKEN_FILE))
                : new OsisLogin.User(context.settings().get(USER), context.secret(SECRET_FILE));
    }
}
