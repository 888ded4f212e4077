package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the holder of an access key. Known keys are answered from memory, so a completed future is the usual case and
 * may be used on an I/O thread; an unknown key is looked up on another thread. The result is at most one second old
 * while the database is available.
 */
public interface IdentityDirectory {

    /**
     * The key's holder, active or not; empty if there is no such key. Fails with {@code MetadataUnavailable}, and with
     * {@code Busy} if too many lookups are under way for the same client.
     *
     * @param client the sender, to which lookups of unknown keys are accounted, because keys can be made up
     */
    CompletableFuture<Optional<Identity>> find(AccessKeyId accessKey, InetAddress client);
}
