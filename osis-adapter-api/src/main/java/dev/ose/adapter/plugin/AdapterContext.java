package dev.ose.adapter.plugin;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundRoutes;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What a node gives to an adapter that it opens. What a method throws explains itself to the operator: adapters let it
 * pass.
 */
public interface AdapterContext {

    /** The adapter's options that are set, including all required ones. */
    AdapterSettings settings();

    /** The first line of the file that the option names. Blocks on the disk. */
    Secret secret(AdapterOption<Path> option);

    /** The maximum duration of connecting, including the TLS handshake. */
    Duration connectTimeout();

    /** The authorities that vouch for https endpoints of the platform. */
    SSLContext tls();

    /** The routes of administrative requests: proxies, and addresses that may be asked. */
    OutboundRoutes routes();

    /** The node's clock. */
    Clock clock();

    /** The region that the node itself answers for. */
    String region();

    /** The maximum number of connections that the node opens to the platform's S3 service. */
    int connections();

    /** Storage that survives restarts; absent if the adapter is opened for a check only. */
    Optional<AdapterMemory> memory();

    /**
     * A part of the node, for an adapter that runs inside it: its {@code javax.sql.DataSource}, or what only adapters
     * that are built with a node can name. Absent otherwise.
     */
    <T> Optional<T> part(Class<T> type);
}
