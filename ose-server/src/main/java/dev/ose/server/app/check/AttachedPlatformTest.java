package dev.ose.server.app.check;

import dev.ose.config.Configuration;
import dev.ose.control.Finding;
import dev.ose.server.app.options.PlatformTrust;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.probe.PlatformTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * {@link PlatformTest} of a platform in the configuration: name, address and certificate of its S3 service, then what
 * {@link PlatformCheck} tests before a start: login, S3 and clock.
 */
public final class AttachedPlatformTest implements PlatformTest {

    private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(5).toMillis();
    private static final Duration SOON = Duration.ofDays(30);
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Configuration configuration;
    private final Clock clock;

    public AttachedPlatformTest(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    @Override
    public List<Row> run(Platform platform) {
        List<Row> rows = new ArrayList<>();
        reach(platform.s3Endpoint(), rows);
        long begin = System.nanoTime();
        List<Finding> findings = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        new PlatformCheck(configurationOf(platform), clock).run(finding -> {
            findings.add(finding);
            ends.add(System.nanoTime());
        });
        for (int i = 0; i < findings.size(); i++) {
            long from = i == 0 ? begin : ends.get(i - 1);
            rows.add(row(findings.get(i), Duration.ofNanos(ends.get(i) - from)));
        }
        return rows;
    }

    private Configuration configurationOf(Platform platform) {
        return Objects.requireNonNull(configuration.platforms().get(platform.name()));
    }

    private static Row row(Finding finding, Duration took) {
        Verdict verdict =
                switch (finding.connectivity()) {
                    case Valid -> Verdict.OK;
                    case Warning -> Verdict.WARNING;
                    case Failed -> Verdict.FAILED;
                    case Skipped -> Verdict.SKIPPED;
                };
        return new Row(finding.name(), verdict, finding.detail(), finding.remedy(), took);
    }

    private void reach(URI endpoint, List<Row> rows) {
        boolean isSecure = endpoint.getScheme().equals("https");
        int port = endpoint.getPort() >= 0 ? endpoint.getPort() : isSecure ? HTTPS : HTTP;
        long begin = System.nanoTime();
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(endpoint.getHost());
        } catch (UnknownHostException e) {
            rows.add(failed(
                    "Name",
                    "no name service knows " + endpoint.getHost(),
                    "Correct the address of the platform, or the name service of this host."));
            return;
        }
        rows.add(ok(
                "Name",
                endpoint.getHost() + " is "
                        + Arrays.stream(addresses)
                                .map(InetAddress::getHostAddress)
                                .collect(Collectors.joining(", ")),
                begin));
        if (connect(new InetSocketAddress(addresses[0], port), rows) && isSecure) {
            certificate(endpoint.getHost(), new InetSocketAddress(addresses[0], port), rows);
        }
    }

    private static boolean connect(InetSocketAddress address, List<Row> rows) {
        long begin = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            rows.add(ok("Address", shown(address) + " accepts connections", begin));
            return true;
        } catch (IOException e) {
            rows.add(failed(
                    "Address",
                    shown(address) + " accepts no connection",
                    "Check that the platform runs, its port, and the firewalls between. Behind a proxy the rows S3 and"
                            + " Admin decide."));
            return false;
        }
    }

    private static String shown(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + " port " + address.getPort();
    }

    private void certificate(String host, InetSocketAddress address, List<Row> rows) {
        long begin = System.nanoTime();
        try {
            @Nullable SSLContext context = PlatformTrust.context(configuration);
            try (Socket plain = new Socket()) {
                plain.connect(address, TIMEOUT_MILLIS);
                plain.setSoTimeout(TIMEOUT_MILLIS);
                SSLSocket secured = (SSLSocket) (context == null ? SSLContext.getDefault() : context)
                        .getSocketFactory()
                        .createSocket(plain, host, address.getPort(), true);
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                if (!host.matches("[0-9.]+|\\[.*")) {
                    parameters.setServerNames(List.of(new SNIHostName(host)));
                }
                secured.setSSLParameters(parameters);
                secured.startHandshake();
                rows.add(judge(secured.getSession().getPeerCertificates(), begin));
            }
        } catch (IOException | NoSuchAlgorithmException e) {
            rows.add(failed(
                    "Certificate",
                    "TLS with " + host + " fails: " + e.getMessage(),
                    "Import the certificate of the platform or of its authority, and use a host name that is in it."));
        }
    }

    private Row judge(Certificate[] chain, long begin) {
        Optional<X509Certificate> first = Arrays.stream(chain)
                .filter(X509Certificate.class::isInstance)
                .map(X509Certificate.class::cast)
                .findFirst();
        Instant end = first.map(it -> it.getNotAfter().toInstant()).orElse(Instant.MAX);
        String found = first.map(it -> it.getSubjectX500Principal().getName()).orElse("none") + ", until " + end;
        return Duration.between(clock.instant(), end).compareTo(SOON) < 0
                ? new Row("Certificate", Verdict.WARNING, found, "Renew it on the platform.", since(begin))
                : ok("Certificate", found, begin);
    }

    private static Row ok(String name, String detail, long begin) {
        return new Row(name, Verdict.OK, detail, null, since(begin));
    }

    private static Row failed(String name, String detail, String remedy) {
        return new Row(name, Verdict.FAILED, detail, remedy, null);
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
