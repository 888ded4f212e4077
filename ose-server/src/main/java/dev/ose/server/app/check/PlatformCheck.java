package dev.ose.server.app.check;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundException;
import dev.ose.adapter.http.OutboundHttp;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.plugin.PlatformAdapterFactory;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.control.Finding;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.app.boot.NodeAdapterContext;
import dev.ose.server.app.boot.Platforms;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.PlatformTrust;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks that one platform, that of its configuration, accepts admin requests, answers S3, verifies signatures, and has
 * the same time as this host.
 */
public final class PlatformCheck {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Platforms refuse signatures whose time differs by a quarter of an hour. */
    private static final Duration REFUSED = Duration.ofMinutes(15);

    /** Tolerance for the header's whole seconds and the duration of an answer; synchronised clocks differ by less. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private static final int MAX_BYTES = 1 << 20;

    private final Configuration configuration;
    private final Clock clock;

    public PlatformCheck(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    public void run(Consumer<Finding> report) {
        PlatformAdapterFactory adapter = configuration.adapter();
        String name = (isMain() ? "Platform - " : "Platform " + configuration.platform() + " - ") + adapter.kind();
        if (adapter.runsInsideNode()) {
            report.accept(Finding.valid(
                    name, "in " + configuration.get(NodeOptions.DATA_DIRECTORY).resolve("objects")));
            return;
        }
        try (StoragePlatform platform = Platforms.reach(configuration, clock)) {
            platform.checkAccess();
            report.accept(Finding.valid(name + " Admin", "takes our orders"));
            s3(name + " S3", platform.info(), report);
        } catch (PlatformException e) {
            report.accept(Finding.failed(
                    name + " Admin",
                    configuration.withOwnKeys(String.valueOf(e.getMessage())),
                    "Check where it answers and the login: ose platforms show "
                            + (isMain() ? adapter.kind() : configuration.platform()) + "."));
        }
    }

    private boolean isMain() {
        return configuration.platform().equals(Configuration.MAIN_PLATFORM);
    }

    private void s3(String name, PlatformInfo info, Consumer<Finding> report) {
        URI endpoint = info.s3Endpoint();
        try (OutboundHttp http = new OutboundHttp(
                new OutboundHttp.Limits(TIMEOUT, TIMEOUT, MAX_BYTES, 1),
                PlatformTrust.context(configuration),
                ConfiguredRoutes.of(configuration))) {
            // Only the status is read: a list of buckets may be long.
            Optional<PlatformKey> key = configuration.adapter().s3Key(NodeAdapterContext.ofCheck(configuration, clock));
            if (key.isPresent()) {
                OutboundAnswer answer = http.sendForHead(signed(
                        endpoint,
                        info.region(),
                        key.get().accessKey(),
                        key.get().secretKey()));
                clock(answer, report);
                report.accept(judge(name, endpoint, answer.status()));
            } else {
                OutboundAnswer answer = http.send(signedWithUnknownKey(endpoint, info.region()));
                clock(answer, report);
                String said = new String(answer.body(), StandardCharsets.UTF_8);
                report.accept(judgeRefusal(name, endpoint, answer.status(), said));
            }
        } catch (OutboundException e) {
            report.accept(Finding.failed(
                    name,
                    endpoint + " does not answer: " + e.detail(),
                    "Check the address, the firewall and its certificate."));
        }
    }

    static Finding judge(String name, URI endpoint, int status) {
        return status == 200
                ? Finding.valid(name, endpoint + " answers a signed request")
                : Finding.failed(
                        name,
                        endpoint + " answers " + status + " to a signed request",
                        "Check the keys, the region, and that the platform knows itself by this host name.");
    }

    /** Without a key of its own: a service that verifies signatures refuses an unknown key with an S3 error. */
    static Finding judgeRefusal(String name, URI endpoint, int status, String said) {
        boolean isRefused = status == 403 || status == 401 || status == 400;
        return isRefused && said.contains("<Code>")
                ? Finding.valid(name, endpoint + " verifies signatures: it refuses that of an unknown key")
                : Finding.failed(
                        name,
                        endpoint + " answers " + status + " to the signature of an unknown key, not as S3 does",
                        "Check that this is the address of the platform's S3 service, and look at the platform's own"
                                + " log.");
    }

    private OutboundRequest signedWithUnknownKey(URI endpoint, String region) {
        return signed(
                endpoint, region, "OSECHECK" + UUID.randomUUID().toString().substring(0, 8), Secret.of("unknown"));
    }

    private OutboundRequest signed(URI endpoint, String region, String accessKey, Secret secretKey) {
        Instant now = clock.instant();
        SigningKey key = secretKey.use(bytes -> SigningKey.derive(bytes, CredentialScope.at(now, region, "s3")));
        return new S3RequestSigner()
                .sign(
                        OutboundRequest.get(endpoint.resolve("/")),
                        PayloadHash.EMPTY_SHA256,
                        new AccessKeyId(accessKey),
                        key,
                        now);
    }

    private void clock(OutboundAnswer answer, Consumer<Finding> report) {
        @Nullable String date = answer.header("Date").orElse(null);
        if (date == null) {
            report.accept(Finding.skipped("Clock", "the platform does not send its time"));
            return;
        }
        try {
            Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            report.accept(judgeClock(Duration.between(theirs, clock.instant())));
        } catch (DateTimeException e) {
            report.accept(Finding.skipped("Clock", "the platform sends the time as '" + date + "'"));
        }
    }

    static Finding judgeClock(Duration ahead) {
        Duration apart = ahead.abs();
        String seen = apart.toSeconds() + " s " + (ahead.isNegative() ? "behind" : "ahead of") + " the platform";
        String remedy = "Synchronise the clocks of this host and of the platform by NTP.";
        if (apart.compareTo(REFUSED) >= 0) {
            return Finding.failed("Clock", seen + ", which refuses every signature", remedy);
        }
        return apart.compareTo(KEPT) > 0 ? Finding.warning("Clock", seen, remedy) : Finding.valid("Clock", seen);
    }
}
