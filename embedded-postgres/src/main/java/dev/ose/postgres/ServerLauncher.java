package dev.ose.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The account that runs PostgreSQL, which refuses to run as root.
 *
 * <p>An ordinary user runs PostgreSQL as itself. For root there are two ways, tried in this order:
 * <ol>
 * <li>{@code setpriv} to an unprivileged account, which owns the cluster from then on: a compromised server can access
 * nothing else, and it works in containers, whose system call filters mostly forbid the second way. Every parent
 * directory must be accessible to that account, which a home of mode 0700 such as /root is not.
 * <li>{@code unshare --user}: in a user namespace without any mapping root appears as an ordinary user, while the
 * kernel still checks the real owner of the files, so a closed home directory is no obstacle.
 * </ol>
 *
 * <p>Both replace their own process by the program, so there is no wrapper process that could be killed, signals and
 * process ids are PostgreSQL's own, and its life does not depend on this process. The owner of the cluster records
 * which way was taken, so a directory is always served the same way. {@code su} and {@code runuser} were rejected: they
 * open PAM sessions and refuse accounts without a shell.
 */
record ServerLauncher(List<String> prefix, Ownership account) {

    private static final Duration PROBE_BOUND = Duration.ofSeconds(20);

    /** Accounts to switch to: OSE's own first, then those that distributions provide for PostgreSQL. */
    private static final List<String> ACCOUNTS = List.of("ose", "postgres", "nobody");

    private static final Path PASSWD = Path.of("/etc/passwd");

    ServerLauncher {
        prefix = List.copyOf(prefix);
    }

    /** Chooses how to run the programs for this directory, and tests that it works. */
    static ServerLauncher choose(Layout layout, Binaries binaries) throws IOException {
        Ownership self = Ownership.ofThisProcess();
        Optional<Ownership> owner =
                Files.exists(layout.data()) ? Optional.of(Ownership.of(layout.data())) : Optional.empty();
        if (self.isRoot()) {
            return chooseForRoot(owner, layout, binaries);
        }
        if (owner.isPresent() && owner.get().uid() != self.uid()) {
            throw new EmbeddedPostgresException("The database in " + layout.data() + " belongs to uid "
                    + owner.get().uid() + ", but this process runs as uid " + self.uid()
                    + ". Run it as the owner, or give the directory to this user with chown -R.");
        }
        ServerLauncher direct = new ServerLauncher(List.of(), self);
        PostgresCommand.Result result = direct.probe(layout, binaries);
        if (!result.isSuccess()) {
            throw new EmbeddedPostgresException("The PostgreSQL programs in " + binaries.home()
                    + " do not run here. They need Linux with glibc and a file system without noexec; else install"
                    + " PostgreSQL and give OSE its JDBC URL. Said: " + result.output());
        }
        return direct;
    }

    private static ServerLauncher chooseForRoot(Optional<Ownership> owner, Layout layout, Binaries binaries)
            throws IOException {
        List<String> failures = new ArrayList<>();
        for (ServerLauncher candidate : candidates(owner)) {
            PostgresCommand.Result result = candidate.probe(layout, binaries);
            if (result.isSuccess()) {
                return candidate;
            }
            failures.add(String.join(" ", candidate.prefix()) + ": " + result.output());
        }
        throw new EmbeddedPostgresException("PostgreSQL does not run as root, and no way to another account worked: "
                + failures + ". Do one of these: run as an ordinary user; make " + layout.directory() + " and "
                + binaries.home()
                + " reachable for the account (chmod o+x on each parent directory, no noexec mount);"
                + " install the tool named as missing (setpriv and unshare come with util-linux).");
    }

    private static List<ServerLauncher> candidates(Optional<Ownership> owner) throws IOException {
        ServerLauncher namespace = new ServerLauncher(List.of("unshare", "--user", "--"), new Ownership(0, 0));
        if (owner.isPresent()) {
            return List.of(owner.get().isRoot() ? namespace : dropTo(owner.get()));
        }
        List<ServerLauncher> candidates = new ArrayList<>();
        unprivilegedAccount().map(ServerLauncher::dropTo).ifPresent(candidates::add);
        candidates.add(namespace);
        return candidates;
    }

    private static ServerLauncher dropTo(Ownership account) {
        return new ServerLauncher(
                List.of(
                        "setpriv",
                        "--reuid=" + account.uid(),
                        "--regid=" + account.gid(),
                        "--clear-groups",
                        "--no-new-privs",
                        "--"),
                account);
    }

    private static Optional<Ownership> unprivilegedAccount() throws IOException {
        List<String[]> entries = Files.readAllLines(PASSWD).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > 3)
                .toList();
        return ACCOUNTS.stream()
                .flatMap(name -> entries.stream().filter(fields -> fields[0].equals(name)))
                .map(fields -> new Ownership(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])))
                .filter(account -> !account.isRoot())
                .findFirst();
    }

    /** Runs a program that first enters the directory, as a server start does; takes 10 ms. */
    private PostgresCommand.Result probe(Layout layout, Binaries binaries) throws IOException {
        String[] script = {
            "sh",
            "-c",
            "cd \"$1\" && exec \"$2\" --version",
            "sh",
            layout.directory().toString(),
            binaries.program("postgres")
        };
        return run(List.of(script), layout, PROBE_BOUND);
    }

    /** Runs {@code command} as the account, to completion; a missing tool is a failed result. */
    PostgresCommand.Result run(List<String> command, Layout layout, Duration bound) throws IOException {
        List<String> full = new ArrayList<>(prefix);
        full.addAll(command);
        try {
            return PostgresCommand.run(full, layout.commandLog(), bound);
        } catch (IOException notStarted) {
            if (Files.isWritable(layout.commandLog())) {
                return new PostgresCommand.Result(-1, "cannot run " + full.getFirst() + ": " + notStarted.getMessage());
            }
            throw notStarted;
        }
    }
}
