package dev.ose.benchmarks;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The target of a load: a proxy in front of the {@link NullStorage}, or the storage itself. */
public interface ServerUnderTest extends AutoCloseable {

    /** As it appears in the table. */
    String name();

    InetSocketAddress address();

    /** The key pair to sign requests with; any will do where signatures are not checked. */
    KeyPair keys();

    /** The trust of clients; null for plain HTTP. */
    @Nullable
    SSLContext trust();

    /** The processes that move the bytes; none if they are not to be measured. */
    Stream<ProcessHandle> processes();

    /** The process of the database that keeps the books; none if there is none. */
    default Stream<ProcessHandle> databaseProcesses() {
        return Stream.empty();
    }

    /** The bucket of a workload, which belongs to the owner of the keys. */
    default String bucketOf(Workload workload) {
        return workload.bucket();
    }

    /** Those whose requests a load sends, in turns. */
    default List<LoadUser> users(Workload workload) {
        return List.of(new LoadUser(keys(), bucketOf(workload)));
    }

    /** Needs time under load before it shows what it costs. */
    default boolean warmsUp() {
        return false;
    }

    @Override
    void close();
}
