package dev.ose.benchmarks.arena;

import dev.ose.benchmarks.KeyPair;
import dev.ose.benchmarks.NodeProgram;
import dev.ose.server.app.OseServer;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayProcess;
import dev.ose.testkit.VersityProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A storage that keeps objects, as a process of its own.
 *
 * @param nodeOptions the options of a node over it, each {@code --key=value}
 * @param end ends the process
 */
record StoringBackend(String name, URI endpoint, KeyPair keys, List<String> nodeOptions, Runnable end)
        implements Backend {

    static final String CEPH = "ceph";
    static final String VERSITYGW = "versitygw";

    /** A Ceph object gateway, which sends small answers at once ({@code tcp_nodelay}). */
    static StoringBackend ceph(Path directory) {
        GatewayProcess process = GatewayProcess.start();
        Gateway gateway = process.gateway();
        Path secret = SecretFile.write(directory.resolve("ceph-secret"), gateway.secretKey());
        return new StoringBackend(
                CEPH,
                gateway.endpoint(),
                new KeyPair(gateway.accessKey(), gateway.secretKey()),
                List.of(
                        "--oss.platform=ceph",
                        "--oss.ceph.admin-endpoint=" + gateway.endpoint(),
                        "--oss.ceph.access-key=" + gateway.accessKey(),
                        "--oss.ceph.secret-key-file=" + secret),
                process::close);
    }

    /**
     * A versitygw over a folder, which keeps connections open.
     *
     * @param program the gateway's
     */
    static StoringBackend versitygw(Path program, Path directory) {
        VersityProcess process = VersityProcess.start(program, List.of("--keep-alive"));
        Path secret = SecretFile.write(directory.resolve("versitygw-secret"), process.secretKey());
        return new StoringBackend(
                VERSITYGW,
                process.s3Endpoint(),
                new KeyPair(VersityProcess.ACCESS_KEY, process.secretKey()),
                List.of(
                        "--oss.platform=versitygw",
                        "--oss.versitygw.admin-endpoint=" + process.adminEndpoint(),
                        "--oss.versitygw.s3-endpoint=" + process.s3Endpoint(),
                        "--oss.versitygw.access-key=" + VersityProcess.ACCESS_KEY,
                        "--oss.versitygw.secret-key-file=" + secret),
                process::close);
    }

    @Override
    public NodeProgram nodeProgram() {
        return new NodeProgram(OseServer.class.getName(), List.of(), nodeOptions);
    }

    @Override
    public boolean isStoring() {
        return true;
    }

    @Override
    public void close() {
        end.run();
    }
}
