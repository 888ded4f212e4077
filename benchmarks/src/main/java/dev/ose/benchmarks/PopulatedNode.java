package dev.ose.benchmarks;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A node as many users see it, each with a bucket. It does not own the node.
 *
 * @param loadUsers the bucket of each user, all for the same workload
 */
public record PopulatedNode(NodeServer node, List<LoadUser> loadUsers) implements ServerUnderTest {

    public PopulatedNode {
        loadUsers = List.copyOf(loadUsers);
    }

    @Override
    public List<LoadUser> users(Workload workload) {
        return loadUsers;
    }

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public InetSocketAddress address() {
        return node.address();
    }

    @Override
    public KeyPair keys() {
        return node.keys();
    }

    @Override
    public String bucketOf(Workload workload) {
        return node.bucketOf(workload);
    }

    @Override
    public @Nullable SSLContext trust() {
        return node.trust();
    }

    @Override
    public Stream<ProcessHandle> processes() {
        return node.processes();
    }

    @Override
    public Stream<ProcessHandle> databaseProcesses() {
        return node.databaseProcesses();
    }

    @Override
    public boolean warmsUp() {
        return node.warmsUp();
    }

    @Override
    public void close() {}
}
