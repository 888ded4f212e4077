package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds who an access key speaks for. Answers known keys from memory, so a completed future is the usual case and may
 * be used on an I/O thread; an unknown key is looked up on another thread. What it answers is at most one second old
 * while the database answers.
 */
public interface IdentityDirectory {

    /**
     * The key's holder, disabled or not; empty if there is no such key. Fails with {@code MetadataUnavailable}, and with
     * {@code Busy} if too much is looked up for the same client.
     *
     * @param client who shows the key: what is not known is looked up on its account, since anybody can make keys up
     */
    CompletableFuture<Optional<Identity>> find(AccessKeyId accessKey, InetAddress client);
}
