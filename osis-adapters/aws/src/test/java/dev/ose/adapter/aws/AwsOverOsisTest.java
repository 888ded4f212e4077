package dev.ose.adapter.aws;

import dev.ose.adapter.Secret;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.contract.OsisServiceContract;
import dev.ose.osis.service.OsisServer;
import dev.ose.osis.service.OsisServerOptions;
import dev.ose.testkit.MotoFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The publisher's checks of OSIS against the adapter at moto. S3 refuses to list no buckets, which ends the sixth. */
class AwsOverOsisTest extends OsisServiceContract {

    @RegisterExtension
    static final MotoFixture MOTO = new MotoFixture();

    private static final String USER = "osis-admin";
    private static final Secret SECRET = Secret.of("correct horse battery staple");

    private static StoragePlatform platform;
    private static OsisServer server;

    @BeforeAll
    static void serve(@TempDir Path folder) throws IOException {
        platform = AwsTestSite.at(MOTO.server()).open(AwsTestSite.share(), null);
        OsisServerOptions options = OsisServerOptions.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                USER,
                SECRET,
                platform.info().kind(),
                folder.resolve("directory"));
        server = OsisServer.start(platform, options, Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
        platform.close();
    }

    @Override
    protected URI endpoint() {
        return server.endpoint();
    }

    @Override
    protected String user() {
        return USER;
    }

    @Override
    protected Secret secret() {
        return SECRET;
    }

    @Override
    protected int statusOfEmptyList() {
        return 403;
    }
}
