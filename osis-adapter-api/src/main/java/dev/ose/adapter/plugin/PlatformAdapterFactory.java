package dev.ose.adapter.plugin;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.StoragePlatform;
import java.util.List;
import java.util.Optional;

/**
 * An adapter as a node, its keeper and the command {@code ose} find it, by {@link java.util.ServiceLoader}. Only {@link
 * #open} and {@link #s3Key} are called where the adapter's libraries are at hand: the class itself must load without
 * them. The opened {@link StoragePlatform} reports what a platform can do and where its console is.
 */
public interface PlatformAdapterFactory {

    /** The version of this interface and of what it leads to. Raised when adapters can use something new. */
    int API_VERSION = 1;

    /**
     * The version that the adapter was built with: {@code return API_VERSION;}, which the compiler copies into the
     * adapter. A node refuses an adapter of a newer version than its own before it asks anything else.
     */
    int apiVersion();

    /** The word in {@code oss.platform}: 2 to 31 lower-case letters and digits, the first a letter. */
    String kind();

    /** The platform's name in titles. */
    String name();

    /** The place of object bytes, worded to follow "KIND stores them in"; without a full stop. */
    String place();

    /** Its options in the order of the reference; their keys begin with {@code oss.KIND.}. */
    List<AdapterOption<?>> options();

    /**
     * What is impossible together, beyond options that are required. Called whether or not the adapter is chosen; pure,
     * and the same everywhere: it looks at no file and asks nothing.
     */
    default List<AdapterProblem> check(AdapterSettings settings) {
        return List.of();
    }

    /** The commands by which its options are set; without, {@code ose args} sets them. */
    default Optional<AdapterCommands> commands() {
        return Optional.empty();
    }

    /** Whether the platform is a part of the node: there is nothing to reach, and so nothing to check. */
    default boolean runsInsideNode() {
        return false;
    }

    /**
     * A key that lists buckets at the platform's S3 service, with which {@code ose config validate} tries it; absent if
     * only users have keys, and the service is then tried with one that it does not know.
     */
    default Optional<PlatformKey> s3Key(AdapterContext context) {
        return Optional.empty();
    }

    /**
     * Makes the adapter, which the caller closes. May ask the platform what it is, and then blocks; need not if {@link
     * StoragePlatform#checkAccess} does.
     *
     * @throws dev.ose.adapter.PlatformException of kind {@code UNAVAILABLE} if the platform has to answer and does not
     * @throws AdapterFileException if a file cannot be used
     */
    StoragePlatform open(AdapterContext context);
}
