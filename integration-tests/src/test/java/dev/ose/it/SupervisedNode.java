package dev.ose.it;

import dev.ose.adapter.Secret;
import dev.ose.client.AdminRole;
import dev.ose.client.Call;
import dev.ose.client.CredentialView;
import dev.ose.client.CredentialsApi;
import dev.ose.client.NewCredentialRequest;
import dev.ose.client.NewLogin;
import dev.ose.client.NewTenant;
import dev.ose.client.NewUser;
import dev.ose.client.Request;
import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import dev.ose.control.Command;
import dev.ose.control.ControlClient;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.Keeper;
import dev.ose.testkit.DatabaseImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A real node under a real keeper, each a process, commanded as {@code ose} does it. Closing it ends both. */
final class SupervisedNode implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final Path directory;
    // Not below the build's: the path of a socket must be short.
    private final Path run;
    private final int s3Port;
    private final int adminPort;
    private Process keeper;

    private SupervisedNode(Path directory, Path run, int s3Port, int adminPort) {
        this.directory = directory;
        this.run = run;
        this.s3Port = s3Port;
        this.adminPort = adminPort;
        this.keeper = launch();
    }

    /** With no data, not even a database, which its node makes at its start; with options beside the usual ones. */
    static SupervisedNode startEmpty(String name, Map<String, String> more) {
        return start(name, more, node -> {});
    }

    /** The same with a database of the newest schema that has no data, unless the options name another one. */
    static SupervisedNode start(String name, Map<String, String> more) {
        return start(name, more, more.containsKey("spring.datasource.url") ? node -> {} : DatabaseImage::copyInto);
    }

    private static SupervisedNode start(String name, Map<String, String> more, Consumer<Path> filling) {
        Path directory = Tools.scratch().resolve(name);
        Map<String, String> options = new TreeMap<>(more);
        int s3Port = Integer.parseInt(options.computeIfAbsent("oss.s3.port", key -> Integer.toString(Ports.free())));
        int adminPort = Integer.parseInt(options.computeIfAbsent("server.port", key -> Integer.toString(Ports.free())));
        try {
            VersityServer.deleteTree(directory);
            Files.createDirectories(directory.resolve("etc"));
            filling.accept(directory.resolve("state/node"));
            write(directory, options);
            return new SupervisedNode(directory, Files.createTempDirectory("kept"), s3Port, adminPort);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() {
        try {
            ProcessBuilder keeper = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Keeper.class.getName(),
                            "--config-dir=" + directory.resolve("etc"),
                            "--state-dir=" + directory.resolve("state"),
                            "--run-dir=" + run,
                            "--server-jar=" + Tools.jar("ose-server"),
                            "--aot-cache=" + Node.aotCache())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("keeper.log").toFile()));
            keeper.environment().putAll(Node.SHORT_LIVED);
            return keeper.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long keeperPid() {
        return keeper.pid();
    }

    /** Ends the keeper at once, and it alone; another one follows. */
    void replaceKeeper() throws InterruptedException {
        keeper.destroyForcibly().waitFor();
        keeper = launch();
    }

    /** Where the keeper takes commands. */
    Path socket() {
        return run.resolve("keeper.sock");
    }

    /** The text of a file of the configuration; empty if it is not there. */
    String configured(String file) {
        Path path = directory.resolve("etc").resolve(file);
        try {
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets options as with an editor, in place of all that were; the next node has them. */
    void configure(Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(options);
        all.put("oss.s3.port", Integer.toString(s3Port));
        all.put("server.port", Integer.toString(adminPort));
        try {
            write(directory, all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path directory, Map<String, String> options) throws IOException {
        Files.write(
                directory.resolve("etc/ose.properties"),
                options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .toList());
    }

    /** The log of its nodes so far. */
    List<String> log() {
        try {
            return Files.readAllLines(directory.resolve("state/log/node.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Event.Outcome send(Command command) {
        return new ControlClient(socket()).send(command, progress -> {});
    }

    Event.Outcome send(ServiceCommand.Action action) {
        return send(new ServiceCommand(action));
    }

    /** Waits until the keeper reports the wanted state of the node. */
    JsonNode await(String what, Predicate<JsonNode> wanted) {
        AtomicReference<@Nullable JsonNode> seen = new AtomicReference<>();
        try {
            Ports.await(what, LIMIT, () -> {
                if (send(ServiceCommand.Action.STATUS) instanceof Event.Answer answer) {
                    seen.set(answer.result());
                    return wanted.test(answer.result());
                }
                return false;
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; last was " + seen.get() + "\n" + logs(), e);
        }
        return Objects.requireNonNull(seen.get());
    }

    JsonNode awaitState(String state) {
        return await(state, status -> status.path("state").asString().equals(state));
    }

    boolean hasProbed() {
        return Files.exists(directory.resolve("state/probe.keys"));
    }

    private String logs() {
        try {
            Path node = directory.resolve("state/log/node.log");
            return Files.readString(directory.resolve("keeper.log"))
                    + (Files.exists(node) ? "---- node\n" + Files.readString(node) : "");
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** A new tenant's user, made through the keeper. */
    S3Target makeUser(String name) {
        String tenant = ask(TenantsApi.createTenant(NewTenant.of(name))).id();
        NewUser administrator = NewUser.of(name).withRole(AdminRole.TENANT_ADMIN);
        String user = ask(UsersApi.createUser(tenant, administrator)).id();
        NewCredentialRequest terms = NewCredentialRequest.of().withDescription("test");
        CredentialView keys = ask(CredentialsApi.createCredential(tenant, user, terms));
        return new S3Target(
                URI.create("http://127.0.0.1:" + s3Port),
                keys.accessKey(),
                Secret.of(keys.json().required("secretKey").asString()),
                null,
                S3Target.Server.NODE);
    }

    /** A user who may log in to the admin API. */
    record Login(String path, String authorization) {}

    /** A new tenant's user with a login, made through the keeper. */
    Login makeLogin(String name) {
        String tenant = ask(TenantsApi.createTenant(NewTenant.of(name))).id();
        NewUser member = NewUser.of(name).withRole(AdminRole.TENANT_USER);
        String user = ask(UsersApi.createUser(tenant, member)).id();
        String word = Checksums.md5(name.getBytes(StandardCharsets.UTF_8));
        ask(UsersApi.putLogin(tenant, user, NewLogin.of(word)));
        byte[] login = (name + '@' + name + ':' + word).getBytes(StandardCharsets.UTF_8);
        return new Login(
                UsersApi.getUser(tenant, user).target(),
                "Basic " + Base64.getEncoder().encodeToString(login));
    }

    InetSocketAddress adminAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), adminPort);
    }

    private <A> A ask(Request<A> request) {
        Call<A> call = request.call();
        Event.Outcome outcome = send(new NodeCommand(call.method(), call.target(), call.body()));
        if (outcome instanceof Event.Answer answer) {
            return call.read(answer.result());
        }
        throw new AssertionError(outcome + "\n" + logs());
    }

    /** The node's readiness endpoint. */
    URI health() {
        return URI.create("http://127.0.0.1:" + adminPort + "/health/ready");
    }

    int readiness() {
        HttpRequest request = HttpRequest.newBuilder(health()).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        send(ServiceCommand.Action.STOP);
        keeper.destroy();
        keeper.onExit().join();
        VersityServer.deleteTree(run);
    }
}
