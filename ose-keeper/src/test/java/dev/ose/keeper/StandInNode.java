package dev.ose.keeper;

import com.sun.net.httpserver.HttpServer;
import dev.ose.control.ControlException;
import dev.ose.control.LaunchReport;
import dev.ose.control.LaunchTicket;
import dev.ose.control.NodeDiagnostics;
import dev.ose.control.ProcessIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * Behaves towards its keeper as a node does, controlled by {@code ose.properties}: {@code logging.level.root=debug}
 * simulates a missing database at the start, {@code error} a crash, {@code warn} a hung node whose ports are silent,
 * and with {@code oss.keeper.s3-probe=false} beside it a busy one.
 */
public final class StandInNode {

    private static final String LOGIN = "OSE-Keeper ";

    private StandInNode() {}

    public static void main(String[] arguments) throws IOException, ControlException {
        Path run = Path.of(value(arguments, "oss.keeper.directory"));
        LaunchTicket launch = LaunchTicket.read(run).orElseThrow();
        boolean isBusy = property(arguments, "oss.keeper.s3-probe", "true").equals("false");
        Duration stillness = mood(arguments).equals("warn") && !isBusy ? Duration.ofHours(1) : Duration.ZERO;
        NodeDiagnostics.open(run, () -> stillness, Throwable::printStackTrace);
        new LaunchReport(launch.name(), ProcessIdentity.own(), null).write(run);
        switch (mood(arguments)) {
            case "debug" -> {
                System.err.println("OSE-1105: The database cannot be used: it cannot be reached.");
                System.exit(1);
            }
            case "error" -> System.exit(7);
            case "warn" -> beSilent(run, launch);
            default -> serve(run, launch);
        }
    }

    /** The kernel accepts connections that the program never reads. */
    private static void beSilent(Path run, LaunchTicket launch) throws IOException {
        try (ServerSocket port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            report(run, launch, port.getLocalPort());
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void serve(Path run, LaunchTicket launch) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String login = launch.login().use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
        server.createContext("/", exchange -> {
            boolean isOpen = exchange.getRequestURI().getPath().startsWith("/health/");
            boolean isKeeper =
                    (LOGIN + login).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            switch (exchange.getRequestURI().getPath()) {
                case "/api/v1/broken-off" -> {
                    exchange.close();
                    return;
                }
                case "/api/v1/refused" -> {
                    exchange.sendResponseHeaders(418, -1);
                    exchange.close();
                    return;
                }
                default -> {
                    // As below.
                }
            }
            byte[] body = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isOpen || isKeeper ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        report(run, launch, server.getAddress().getPort());
    }

    private static void report(Path run, LaunchTicket launch, int port) throws IOException {
        String url = "http://127.0.0.1:" + port;
        new LaunchReport(launch.name(), ProcessIdentity.own(), new LaunchReport.Endpoints(url, url)).write(run);
    }

    private static String mood(String[] arguments) throws IOException {
        return property(arguments, "logging.level.root", "info");
    }

    private static String property(String[] arguments, String key, String usual) throws IOException {
        Properties properties = new Properties();
        for (String argument : arguments) {
            if (argument.startsWith("--config=")) {
                try (var reader = Files.newBufferedReader(Path.of(argument.substring("--config=".length())))) {
                    properties.load(reader);
                }
            }
        }
        return properties.getProperty(key, usual);
    }

    private static String value(String[] arguments, String key) {
        for (String argument : arguments) {
            if (argument.startsWith("--" + key + "=")) {
                return argument.substring(key.length() + 3);
            }
        }
        throw new IllegalArgumentException("no " + key);
    }
}
