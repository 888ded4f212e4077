package dev.ose.adapter.embedded.file;

import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.file.PrivateFiles;
import dev.ose.keyring.Keyring;
import dev.ose.s3.checksum.Digester;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of one data directory, which one process owns at a time. A file is written under {@code incoming}, synced,
 * renamed to {@code objects/ab/cd/<32 digits>} and never changed again. Thread-safe; every method blocks on the disk.
 */
public final class FileStore implements AutoCloseable {

    private static final int SWEEP_BATCH = 1000;

    private final Path incoming;
    private final Path objects;
    private final UUID id;
    private final FileChannel lockFile;
    private final Keyring keyring;
    private final Set<FileId> unsettled = ConcurrentHashMap.newKeySet();
    private final Leases leases = new Leases(this::unlink);

    private FileStore(Path directory, UUID id, FileChannel lockFile, Keyring keyring) {
        this.id = id;
        this.keyring = keyring;
        this.incoming = directory.resolve("incoming");
        this.objects = directory.resolve("objects");
        this.lockFile = lockFile;
    }

    /**
     * Opens the directory, creates it (mode 0700) if missing, and removes files of unfinished uploads.
     *
     * @param keyring encrypts the keys of encrypted files
     * @throws IOException if it cannot be used, or another process uses it
     */
    public static FileStore open(Path directory, Keyring keyring) throws IOException {
        PrivateFiles.makeMissingDirectory(directory);
        FileChannel lockFile =
                PrivateFiles.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (!lock(lockFile)) {
                throw new IOException("Another process uses the data directory " + directory + ". Stop it first.");
            }
            FileStore store = new FileStore(directory, id(directory), lockFile, keyring);
            for (Path own : List.of(store.incoming, store.objects)) {
                DurableDirectories.make(own);
                PrivateFiles.makeDirectory(own);
            }
            store.removeDrafts();
            return store;
        } catch (IOException e) {
            lockFile.close();
            throw e;
        }
    }

    /** The id of the directory, which stays the same if the directory is moved. */
    public UUID id() {
        return id;
    }

    /**
     * The file system of the directory, which other files may share: what it holds in total, what is taken, and what
     * this process may still take.
     */
    public PlatformCapacity capacity() throws IOException {
        java.nio.file.FileStore system = Files.getFileStore(objects);
        long total = system.getTotalSpace();
        // Read one after the other: others write meanwhile.
        long free = Math.min(system.getUnallocatedSpace(), total);
        return new PlatformCapacity(total, total - free, Math.min(system.getUsableSpace(), free));
    }

    /** Starts a file whose bytes also update the digesters. */
    public IncomingFile receive(List<Digester> digesters) throws IOException {
        return start(digesters, id -> new IncomingFile.Draft(create(id), null, null, 0));
    }

    /**
     * Starts an encrypted file. The digesters get the bytes before encryption.
     *
     * @param sizeBytes the exact number of these bytes
     */
    public IncomingFile receiveEncrypted(List<Digester> digesters, long sizeBytes) throws IOException {
        DataKey key = DataKey.random();
        return start(digesters, id -> {
            FileChannel channel = create(id);
            return new IncomingFile.Draft(channel, key, new FrameWriter(channel, key, sizeBytes), 0);
        });
    }

    /**
     * Starts a file with the bytes of another one, on which the caller must hold a lease. Both share their blocks on
     * disk, and their key if they are encrypted: files never change, so this cannot be observed.
     */
    public IncomingFile duplicate(StoredFile source) throws IOException {
        SealedKey sealed = source.key();
        DataKey key = sealed == null ? null : DataKey.unseal(sealed, source.id(), keyring);
        return start(List.of(), id -> {
            Files.createLink(draft(id), path(source.id()));
            FileChannel channel = FileChannel.open(draft(id), StandardOpenOption.READ);
            return new IncomingFile.Draft(channel, key, null, source.sizeBytes());
        });
    }

    /** Creates a draft. */
    @FunctionalInterface
    private interface Start {

        IncomingFile.Draft of(FileId id) throws IOException;
    }

    private IncomingFile start(List<Digester> digesters, Start start) throws IOException {
        FileId id = FileId.random();
        unsettled.add(id);
        try {
            return new IncomingFile(this, id, start.of(id), digesters);
        } catch (IOException e) {
            unsettled.remove(id);
            throw e;
        }
    }

    private FileChannel create(FileId id) throws IOException {
        return PrivateFiles.open(draft(id), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * A lease on these files; empty if one of them has been deleted, which means that their object has changed.
     *
     * @throws dev.ose.keyring.KeyringException if a file is encrypted, and the keyring does not open its key
     */
    public Optional<FileLease> lease(List<StoredFile> files) {
        Set<FileId> distinct = new LinkedHashSet<>();
        Map<FileId, DataKey> keys = new HashMap<>();
        for (StoredFile file : files) {
            distinct.add(file.id());
            SealedKey sealed = file.key();
            if (sealed != null) {
                keys.put(file.id(), DataKey.unseal(sealed, file.id(), keyring));
            }
        }
        distinct.forEach(leases::acquire);
        FileLease lease = new FileLease(this, distinct, keys);
        if (distinct.stream().allMatch(file -> Files.exists(path(file)))) {
            return Optional.of(lease);
        }
        lease.close();
        return Optional.empty();
    }

    /** Deletes files that no row references, each after its last reader. An absent file is not an error. */
    public void delete(Collection<FileId> files) {
        files.forEach(leases::condemn);
    }

    /**
     * Passes all files, except those in the process of being published, in batches to the visitor, and deletes those
     * that it does not return as known. Concurrent writes are safe: a file that is no longer being published has its
     * row already. An interrupt ends it early.
     *
     * @return how many files were deleted
     */
    public long sweep(Known known) throws IOException {
        long deleted = 0;
        List<FileId> batch = new ArrayList<>(SWEEP_BATCH);
        for (Path outer : children(objects)) {
            for (Path inner : children(outer)) {
                if (Thread.currentThread().isInterrupted()) {
                    return deleted;
                }
                for (Path file : children(inner)) {
                    FileId.parse(file.getFileName().toString())
                            .filter(id -> !unsettled.contains(id))
                            .ifPresent(batch::add);
                }
                if (batch.size() >= SWEEP_BATCH) {
                    deleted += deleteUnknown(batch, known);
                }
            }
        }
        return deleted + deleteUnknown(batch, known);
    }

    /** Selects the files that a row references. */
    @FunctionalInterface
    public interface Known {

        /** The files of the batch that must stay. */
        Set<FileId> among(List<FileId> batch);
    }

    /** Unlocks the directory for other processes. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    void publish(FileId id) throws IOException {
        String name = id.fileName();
        Path outer = objects.resolve(name.substring(0, 2));
        Path inner = outer.resolve(name.substring(2, 4));
        DurableDirectories.make(outer);
        DurableDirectories.make(inner);
        Files.move(draft(id), inner.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.sync(inner);
    }

    void discardDraft(FileId id) throws IOException {
        Files.deleteIfExists(draft(id));
    }

    SealedKey seal(DataKey key, FileId id) {
        return key.seal(id, keyring);
    }

    void settled(FileId id) {
        unsettled.remove(id);
    }

    FileChannel openChannel(FileId id) throws IOException {
        return FileChannel.open(path(id), StandardOpenOption.READ);
    }

    void release(Set<FileId> files) {
        files.forEach(leases::release);
    }

    private long deleteUnknown(List<FileId> batch, Known known) {
        if (batch.isEmpty()) {
            return 0;
        }
        Set<FileId> stay = known.among(List.copyOf(batch));
        List<FileId> orphans =
                batch.stream().filter(file -> !stay.contains(file)).toList();
        delete(orphans);
        batch.clear();
        return orphans.size();
    }

    private void removeDrafts() throws IOException {
        for (Path draft : children(incoming)) {
            Files.deleteIfExists(draft);
        }
    }

    private void unlink(FileId id) {
        try {
            Files.deleteIfExists(path(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path draft(FileId id) {
        return incoming.resolve(id.fileName());
    }

    private Path path(FileId id) {
        String name = id.fileName();
        return objects.resolve(name.substring(0, 2))
                .resolve(name.substring(2, 4))
                .resolve(name);
    }

    /** At most 256 entries, except in the innermost directories, each with 1/65536 of all files. */
    private static List<Path> children(Path directory) throws IOException {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(children::add);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return children;
    }

    /**
     * The id that the directory got at its first use; written to a temporary file and renamed, so that it is complete
     * or absent.
     */
    private static UUID id(Path directory) throws IOException {
        Path file = directory.resolve("id");
        if (Files.exists(file)) {
            return UUID.fromString(
                    Files.readString(file, StandardCharsets.US_ASCII).strip());
        }
        UUID id = UUID.randomUUID();
        PrivateFiles.replace(file, id.toString());
        return id;
    }

    private static boolean lock(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
