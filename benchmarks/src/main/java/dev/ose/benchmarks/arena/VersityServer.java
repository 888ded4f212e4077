package dev.ose.benchmarks.arena;

import dev.ose.adapter.Secret;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.ProxyServer;
import java.nio.file.Path;
import java.util.List;

/** The back end for S3 of versitygw: checks the signature, and signs its own request to the storage. */
final class VersityServer {

    /** The keys of its root account. */
    private static final KeyPair KEYS = new KeyPair("CLIENTOFTHEGATEWAY", Secret.of("secret of the client"));

    private VersityServer() {}

    /** Starts it. Blocks until it listens. */
    static ProxyServer start(Backend backend, Path program, Path directory) {
        int port = ProxyServer.freePort();
        String settings = String.join(
                "\n",
                // Its client of S3 refuses to start with a bundle of the environment.
                "unset AWS_CA_BUNDLE",
                "export ROOT_ACCESS_KEY='" + KEYS.accessKey() + "'",
                "export ROOT_SECRET_KEY='" + SecretFile.text(KEYS.secretKey()) + "'",
                "export VGW_S3_ACCESS_KEY='" + backend.keys().accessKey() + "'",
                "export VGW_S3_SECRET_KEY='" + SecretFile.text(backend.keys().secretKey()) + "'",
                "exec '" + program + "' --quiet --keep-alive --port 127.0.0.1:" + port + " s3 --use-path-style"
                        + " --disable-data-integrity-check --disable-checksum --endpoint "
                        + backend.endpoint(),
                "");
        Path script = SecretFile.write(directory.resolve("start"), settings);
        return ProxyServer.start(
                new ProxyServer.Settings("versitygw", port, KEYS, null, false),
                List.of("sh", script.toString()),
                directory.resolve("log"));
    }
}
