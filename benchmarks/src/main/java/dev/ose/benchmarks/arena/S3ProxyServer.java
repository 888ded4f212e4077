package dev.ose.benchmarks.arena;

import dev.ose.adapter.Secret;
import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.ProxyServer;
import java.nio.file.Path;
import java.util.List;

/** S3Proxy with a heap as large as the node's: checks the signature, and signs its own request to the storage. */
final class S3ProxyServer {

    /** The keys of its clients. */
    private static final KeyPair KEYS = new KeyPair("CLIENTOFTHEPROXY", Secret.of("secret of the client"));

    /** Its libraries would write what every request does. */
    private static final String LOGGING = """
            <configuration>
              <appender name="log" class="ch.qos.logback.core.ConsoleAppender">
                <target>System.err</target>
                <encoder><pattern>%date %level %logger %msg%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="log"/></root>
            </configuration>
            """;

    private S3ProxyServer() {}

    /**
     * Starts it. Blocks until it listens.
     *
     * @param jars the folder of its classes
     */
    static ProxyServer start(Backend backend, Path jars, Path directory) {
        int port = ProxyServer.freePort();
        String properties = String.join(
                "\n",
                "s3proxy.endpoint=http://127.0.0.1:" + port,
                "s3proxy.authorization=aws-v2-or-v4",
                "s3proxy.identity=" + KEYS.accessKey(),
                "s3proxy.credential=" + SecretFile.text(KEYS.secretKey()),
                "jclouds.provider=aws-s3-sdk",
                "jclouds.endpoint=" + backend.endpoint(),
                "jclouds.identity=" + backend.keys().accessKey(),
                "jclouds.credential=" + SecretFile.text(backend.keys().secretKey()),
                "aws-s3-sdk.region=us-east-1",
                "");
        Path file = SecretFile.write(directory.resolve("s3proxy.properties"), properties);
        Path logging = SecretFile.write(directory.resolve("logback.xml"), LOGGING);
        return ProxyServer.start(
                new ProxyServer.Settings("s3proxy", port, KEYS, null, true),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-Dlogback.configurationFile=" + logging,
                        "-cp",
                        jars.resolve("*").toString(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        file.toString()),
                directory.resolve("log"));
    }
}
