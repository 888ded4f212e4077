package dev.ose.keyring;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Set;

/**
 * Encrypts and decrypts secrets with AES-256-GCM under the keys of a key file.
 *
 * <p>Each ciphertext is bound to a context (the row it belongs to) and cannot be decrypted in another row. The file may
 * hold several keys: the primary encrypts, all of them decrypt, so that a key can be rotated while old rows stay
 * readable. Thread-safe; does not block after {@link #open}.
 */
public final class Keyring {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Aead aead;

    private Keyring(Aead aead) {
        this.aead = aead;
    }

    /**
     * Opens the key file; creates it with a random key (mode 0600, written to disk before use) if there is none.
     *
     * @throws KeyringException if the file is unreadable, damaged, or readable by others than its owner and group
     */
    public static Keyring open(Path file) {
        try {
            Configuration algorithms = AeadConfig2026.get();
            if (Files.notExists(file)) {
                create(file, algorithms);
            }
            refuseOpenToAll(file);
            KeysetHandle keys = TinkJsonProtoKeysetFormat.parseKeyset(
                    Files.readString(file, StandardCharsets.US_ASCII), algorithms, InsecureSecretKeyAccess.get());
            return new Keyring(keys.getPrimitive(algorithms, Aead.class));
        } catch (IOException e) {
            throw new KeyringException(
                    "The key file " + file + " cannot be read or created: " + reason(e)
                            + ". Give it and its directory to user " + System.getProperty("user.name")
                            + ", and run: chmod 600 " + file,
                    e);
        } catch (GeneralSecurityException e) {
            throw new KeyringException(
                    "The key file " + file + " is damaged. Restore it from a backup: without it stored secrets"
                            + " cannot be opened.",
                    e);
        }
    }

    /** Encrypts {@code secret} for {@code context}. */
    public byte[] seal(Secret secret, String context) {
        return secret.use(bytes -> {
            try {
                return aead.encrypt(bytes, context.getBytes(StandardCharsets.UTF_8));
            } catch (GeneralSecurityException e) {
                throw new KeyringException("Cannot seal the secret of " + context, e);
            }
        });
    }

    /**
     * Decrypts a result of {@link #seal} for the same context.
     *
     * @throws KeyringException if it was encrypted with other keys, for another context, or was altered
     */
    public Secret unseal(byte[] sealed, String context) {
        try {
            return Secret.of(aead.decrypt(sealed, context.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new KeyringException(
                    "The stored secret of " + context + " does not open with this node's key file. Every node needs"
                            + " the key file that the secret was stored with.",
                    e);
        }
    }

    private static void create(Path file, Configuration algorithms) throws IOException, GeneralSecurityException {
        KeysetHandle keys = KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, algorithms);
        String json = TinkJsonProtoKeysetFormat.serializeKeyset(keys, algorithms, InsecureSecretKeyAccess.get());
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            PrivateFiles.makeMissingDirectory(parent);
        }
        Path draft = Files.createTempFile(
                parent, file.getFileName().toString(), ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(
                    draft, json, StandardCharsets.US_ASCII, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            // A hard link fails if another process was first: its key wins, so that no secret is encrypted with a lost
            // key.
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            return;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        return e instanceof FileSystemException file && file.getReason() != null ? file.getReason() : e.toString();
    }

    private static void refuseOpenToAll(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new KeyringException(
                    "The key file " + file + " is a directory. Name the file itself, or move the directory away.");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.contains(PosixFilePermission.OTHERS_READ)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new KeyringException(
                    "The key file " + file + " is open to every user of this host. Run: chmod 640 " + file);
        }
    }
}
