package dev.ose.osis.service;

import dev.ose.adapter.PlatformTenant;
import dev.ose.osis.model.OsisTenant;
import dev.ose.osis.model.OsisUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Maps organisations and users of Cloud Director to the platform's tenants and users, and keys to their owners. Kept in
 * memory and in a file; a change is on disk when its method returns. Look-ups scan all entries: about 1 ms for 10,000.
 * Thread-safe.
 *
 * <p>A creation is claimed before the request to the platform and finished after its answer: an interrupted call is
 * completed by repeating it under the same external id, and leaves no duplicate on the platform.
 */
final class Directory implements AutoCloseable {

    /** The file is compacted once it holds this many changes, and twice as many as there are entries. */
    private static final long MIN_LINES = 10_000;

    private final Clock clock;
    private final OsisJournal journal;
    private final Map<String, TenantEntry> tenants = new LinkedHashMap<>();
    private final Map<String, UserEntry> users = new LinkedHashMap<>();
    private final Map<String, KeyEntry> keys = new LinkedHashMap<>();
    private Instant last = Instant.EPOCH;

    private Directory(OsisJournal journal, Clock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * Opens the directory in this file, which is created if missing.
     *
     * @throws IOException if it cannot be used, or another process uses it
     */
    static Directory open(Path file, Clock clock) throws IOException {
        OsisJournal journal = OsisJournal.open(file);
        try {
            Directory directory = new Directory(journal, clock);
            journal.read().forEach(directory::apply);
            return directory;
        } catch (IOException e) {
            journal.close();
            throw e;
        }
    }

    /** The tenant of one of these organisations, or a new claim. */
    synchronized TenantEntry claimTenant(OsisTenant asked) {
        return tenants.values().stream()
                .filter(entry -> asked.cdTenantIds().stream().anyMatch(entry::serves))
                .findFirst()
                .orElseGet(() -> put(new TenantEntry(UUID.randomUUID().toString(), asked.withTenantId(null))));
    }

    /** Records the tenant's id and S3 endpoint on the platform. */
    synchronized TenantEntry finishTenant(TenantEntry claimed, PlatformTenant there) {
        TenantEntry now = tenants.getOrDefault(claimed.externalId(), claimed);
        URI own = there.s3Endpoint();
        OsisTenant finished =
                now.tenant().withTenantId(there.id().value()).withS3Endpoint(own == null ? null : own.toString());
        return finished.equals(now.tenant()) ? now : put(new TenantEntry(now.externalId(), finished));
    }

    /** Replaces the organisations of the tenant; empty if it does not exist. */
    synchronized Optional<OsisTenant> map(String tenantId, List<String> cdTenantIds) {
        if (tenants.values().stream()
                .anyMatch(
                        other -> !other.hasId(tenantId) && cdTenantIds.stream().anyMatch(other::serves))) {
            throw OsisRefusal.badRequest("another tenant serves one of these organisations");
        }
        return tenant(tenantId).map(entry -> put(new TenantEntry(
                        entry.externalId(), entry.tenant().withCdTenantIds(cdTenantIds)))
                .tenant());
    }

    synchronized Optional<TenantEntry> tenant(String tenantId) {
        return tenants.values().stream().filter(entry -> entry.hasId(tenantId)).findFirst();
    }

    /** The finished tenants, oldest first. */
    synchronized List<TenantEntry> tenants() {
        return tenants.values().stream().filter(TenantEntry::wasMade).toList();
    }

    synchronized void removeTenant(String tenantId) {
        List.copyOf(users.values()).stream().filter(user -> user.isOf(tenantId)).forEach(this::remove);
        tenant(tenantId).ifPresent(entry -> write(new OsisJournal.Line(entry, null, null, true)));
    }

    /** The tenant's user with this id in Cloud Director, or a new claim. */
    synchronized UserEntry claimUser(String tenantId, OsisUser asked, String cdUserId) {
        return users.values().stream()
                .filter(entry ->
                        entry.isOf(tenantId) && cdUserId.equals(entry.user().cdUserId()))
                .findFirst()
                .orElseGet(() -> put(new UserEntry(UUID.randomUUID().toString(), asked.withIds(tenantId, null, null))));
    }

    /** Records the user's ids on the platform. */
    synchronized UserEntry finishUser(UserEntry claimed, String id, String canonicalId) {
        String tenantId = String.valueOf(claimed.user().tenantId());
        UserEntry finished = new UserEntry(claimed.externalId(), claimed.user().withIds(tenantId, id, canonicalId));
        return finished.equals(users.get(claimed.externalId())) ? finished : put(finished);
    }

    /** Records whether the user is active; empty if it does not exist. */
    synchronized Optional<OsisUser> setActive(String tenantId, String userId, boolean active) {
        return user(tenantId, userId)
                .map(entry -> put(new UserEntry(entry.externalId(), entry.user().withActive(active)))
                        .user());
    }

    synchronized Optional<UserEntry> user(String tenantId, String userId) {
        return users.values().stream()
                .filter(entry -> entry.is(tenantId, userId))
                .findFirst();
    }

    /** The finished users, oldest first. */
    synchronized List<UserEntry> users() {
        return users.values().stream().filter(UserEntry::wasMade).toList();
    }

    synchronized void removeUser(String tenantId, String userId) {
        user(tenantId, userId).ifPresent(this::remove);
    }

    private void remove(UserEntry entry) {
        List.copyOf(keys.values()).stream()
                .filter(key -> entry.is(key.tenantId(), key.userId()))
                .forEach(key -> removeKey(key.accessKey()));
        write(new OsisJournal.Line(null, entry, null, true));
    }

    /** Records the owner of a key, unless it is known. Creation times never decrease, even if the clock goes back. */
    synchronized KeyEntry noteKey(UserEntry owner, String accessKey) {
        KeyEntry known = keys.get(accessKey);
        if (known != null) {
            return known;
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        KeyEntry entry = new KeyEntry(
                accessKey,
                String.valueOf(owner.user().tenantId()),
                owner.platformId().value(),
                last.toString());
        write(new OsisJournal.Line(null, null, entry, false));
        return entry;
    }

    synchronized Optional<KeyEntry> key(String accessKey) {
        return Optional.ofNullable(keys.get(accessKey));
    }

    /** The recorded keys, oldest first. */
    synchronized List<KeyEntry> keys() {
        return List.copyOf(keys.values());
    }

    synchronized void removeKey(String accessKey) {
        KeyEntry entry = keys.get(accessKey);
        if (entry != null) {
            write(new OsisJournal.Line(null, null, entry, true));
        }
    }

    private TenantEntry put(TenantEntry entry) {
        write(new OsisJournal.Line(entry, null, null, false));
        return entry;
    }

    private UserEntry put(UserEntry entry) {
        write(new OsisJournal.Line(null, entry, null, false));
        return entry;
    }

    private void write(OsisJournal.Line line) {
        try {
            journal.append(line);
            apply(line);
            if (journal.lines() > Math.max(MIN_LINES, 2L * (tenants.size() + users.size() + keys.size()))) {
                journal.replace(lines());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the directory cannot be written", e);
        }
    }

    private void apply(OsisJournal.Line line) {
        if (line.tenant() != null) {
            apply(tenants, line.tenant().externalId(), line.tenant(), line.removed());
        }
        if (line.user() != null) {
            apply(users, line.user().externalId(), line.user(), line.removed());
        }
        if (line.key() != null) {
            apply(keys, line.key().accessKey(), line.key(), line.removed());
            Instant made = Instant.parse(line.key().createdAt());
            last = made.isAfter(last) ? made : last;
        }
    }

    private static <E> void apply(Map<String, E> entries, String id, E entry, boolean removed) {
        if (removed) {
            entries.remove(id);
        } else {
            entries.put(id, entry);
        }
    }

    private List<OsisJournal.Line> lines() {
        List<OsisJournal.Line> lines = new ArrayList<>();
        tenants.values().forEach(entry -> lines.add(new OsisJournal.Line(entry, null, null, false)));
        users.values().forEach(entry -> lines.add(new OsisJournal.Line(null, entry, null, false)));
        keys.values().forEach(entry -> lines.add(new OsisJournal.Line(null, null, entry, false)));
        return lines;
    }

    @Override
    public synchronized void close() {
        try {
            journal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
