package dev.ose.osis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.osis.model.OsisRole;
import dev.ose.osis.model.OsisTenant;
import dev.ose.osis.model.OsisUser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private Path file;
    private Directory directory;

    @BeforeEach
    void open() throws IOException {
        file = folder.resolve("new/directory");
        directory = Directory.open(file, CLOCK);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    private void reopen() throws IOException {
        directory.close();
        directory = Directory.open(file, CLOCK);
    }

    @Test
    void everythingIsThereAfterARestart() throws IOException {
        tenant("t", "org");
        UserEntry user = user("t", "u");
        KeyEntry key = directory.noteKey(user, "AK");
        directory.setActive("t", "u", false);

        reopen();

        assertThat(directory.tenants())
                .extracting(entry -> entry.tenant().cdTenantIds())
                .containsExactly(List.of("org"));
        assertThat(directory.users()).singleElement().satisfies(entry -> {
            assertThat(entry.externalId()).isEqualTo(user.externalId());
            assertThat(entry.user().works()).isFalse();
        });
        assertThat(directory.key("AK")).contains(key);
    }

    @Test
    void whatWasClaimedIsFinishedUnderItsIdAfterACrash() throws IOException {
        TenantEntry claimed = directory.claimTenant(OsisTenant.request("acme", List.of("org")));
        assertThat(directory.tenants()).isEmpty();

        reopen();
        TenantEntry again = directory.claimTenant(OsisTenant.request("acme", List.of("org")));
        directory.finishTenant(again, made("t"));
        UserEntry user =
                directory.claimUser("t", OsisUser.request("t", "ann", OsisRole.TENANT_USER, "u-1", "org"), "u-1");
        reopen();

        assertThat(again.externalId()).isEqualTo(claimed.externalId());
        assertThat(directory.tenant("t")).isPresent();
        assertThat(directory.users()).isEmpty();
        assertThat(directory
                        .claimUser("t", OsisUser.request("t", "ann", OsisRole.TENANT_USER, "u-1", "org"), "u-1")
                        .externalId())
                .isEqualTo(user.externalId());
    }

    @Test
    void endpointOfATenantIsAsThePlatformHasItNow() throws IOException {
        TenantEntry claimed = tenant("t", "org");
        URI own = URI.create("https://acme.s3.example.com");
        directory.finishTenant(claimed, new PlatformTenant(new PlatformTenantId("t"), "acme", own));
        reopen();

        assertThat(directory.tenant("t").orElseThrow().tenant().s3Endpoint()).contains(own.toString());

        directory.finishTenant(claimed, made("t"));
        assertThat(directory.tenant("t").orElseThrow().tenant().s3Endpoint()).isEmpty();
    }

    @Test
    void deletedIsGoneWithItsKeysForEver() throws IOException {
        tenant("t", "org");
        directory.noteKey(user("t", "u"), "AK");

        directory.removeUser("t", "u");
        directory.removeTenant("t");
        directory.removeTenant("t");
        reopen();

        assertThat(directory.tenants()).isEmpty();
        assertThat(directory.users()).isEmpty();
        assertThat(directory.key("AK")).isEmpty();
        assertThat(tenant("t2", "org").externalId()).isNotBlank();
    }

    @Test
    void lineThatACrashCutOffIsDroppedAndTheNextOneIsWhole() throws IOException {
        tenant("t", "org");
        directory.close();
        Files.writeString(file, "{\"tenant\":{\"external_id\":\"x\",\"ten", StandardOpenOption.APPEND);

        directory = Directory.open(file, CLOCK);
        tenant("t2", "org2");
        reopen();

        assertThat(directory.tenants())
                .extracting(entry -> entry.tenant().tenantId())
                .containsExactly("t", "t2");
    }

    @Test
    void damagedFileIsRefused() throws IOException {
        tenant("t", "org");
        directory.close();
        String whole = Files.readString(file);
        Files.writeString(file, "oops\n" + whole);

        assertThatThrownBy(() -> Directory.open(file, CLOCK)).hasMessageContaining("Line 1 of");

        Files.writeString(file, whole);
        directory = Directory.open(file, CLOCK);
        assertThat(directory.tenant("t")).isPresent();
    }

    @Test
    void fileInUseIsRefused() {
        assertThatThrownBy(() -> Directory.open(file, CLOCK)).hasMessageContaining("Another process uses");
    }

    @Test
    void fileThatIsWrittenAnewSaysTheSame() throws IOException {
        directory.close();
        try (OsisJournal journal = OsisJournal.open(file)) {
            KeyEntry old = new KeyEntry("OLD", "t", "u", "2026-01-01T00:00:00Z");
            KeyEntry kept = new KeyEntry("KEPT", "t", "u", "2026-01-02T00:00:00Z");
            KeyEntry added = new KeyEntry("ADDED", "t", "u", "2026-01-03T00:00:00Z");
            journal.append(new OsisJournal.Line(null, null, old, false));
            journal.replace(List.of(new OsisJournal.Line(null, null, kept, false)));
            journal.append(new OsisJournal.Line(null, null, added, false));

            assertThat(journal.lines()).isEqualTo(2);
        }
        directory = Directory.open(file, CLOCK);

        assertThat(directory.keys()).extracting(KeyEntry::accessKey).containsExactly("KEPT", "ADDED");
    }

    @Test
    void fileIsForThisAccountAlone() throws IOException {
        directory.close();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        try (OsisJournal journal = OsisJournal.open(file)) {
            assertThat(mode(file)).isEqualTo("rw-------");
            assertThat(mode(file.resolveSibling(file.getFileName() + ".lock"))).isEqualTo("rw-------");
            journal.replace(List.of());
            assertThat(mode(file)).isEqualTo("rw-------");
        }
        directory = Directory.open(file, CLOCK);
    }

    @Test
    void symbolicLinkInPlaceOfTheFileIsNotFollowed() throws IOException {
        Path elsewhere = Files.writeString(file.resolveSibling("elsewhere"), "not a line");
        Path link = Files.createSymbolicLink(file.resolveSibling("link"), elsewhere);

        assertThatThrownBy(() -> OsisJournal.open(link)).hasMessageContaining("link: it is a symbolic link");
        assertThat(elsewhere).hasContent("not a line");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void laterKeysAreYoungerEvenIfTheClockStands() throws IOException {
        tenant("t", "org");
        UserEntry user = user("t", "u");
        directory.noteKey(user, "A");
        directory.noteKey(user, "B");
        reopen();
        directory.noteKey(user, "C");

        assertThat(directory.keys())
                .extracting(key -> Instant.parse(key.createdAt()))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void organisationIsServedByOneTenant() {
        tenant("t", "org");
        tenant("t2", "org2");

        assertThatThrownBy(() -> directory.map("t2", List.of("org2", "org"))).isInstanceOf(OsisRefusal.class);
        assertThat(directory.map("t", List.of())).isPresent();
        assertThat(directory.map("t2", List.of("org2", "org"))).isPresent();
        assertThat(directory.map("t3", List.of("org3"))).isEmpty();
    }

    private TenantEntry tenant(String id, String organisation) {
        TenantEntry claimed = directory.claimTenant(OsisTenant.request("tenant " + id, List.of(organisation)));
        directory.finishTenant(claimed, made(id));
        return claimed;
    }

    private UserEntry user(String tenantId, String id) {
        UserEntry claimed = directory.claimUser(
                tenantId,
                OsisUser.request(tenantId, "name " + id, OsisRole.TENANT_USER, "cd-" + id, "org"),
                "cd-" + id);
        return directory.finishUser(claimed, id, "canonical-" + id);
    }

    private static PlatformTenant made(String id) {
        return new PlatformTenant(new PlatformTenantId(id), id);
    }
}
