package dev.ose.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Administration of tenants, users and keys, and the access that the keys give. */
abstract class AdministrationContract {

    private static final int RACERS = 8;

    private final HttpClient http = HttpClient.newHttpClient();

    /** The adapter under test, connected. The suite does not close it. */
    protected abstract StoragePlatform platform();

    @AfterEach
    void closeClient() {
        http.close();
    }

    @Test
    void accessIsGranted() {
        platform().checkAccess();

        assertThat(platform().info().kind()).matches("[a-z0-9-]+");
        assertThat(platform().info().region()).isNotBlank();
    }

    @Test
    void tenantIsFoundAgainByItsExternalId() {
        String externalId = UUID.randomUUID().toString();
        PlatformTenant tenant = platform().createTenant(new TenantRequest(externalId, "Zürich & Söhne"));

        assertThat(platform().createTenant(new TenantRequest(externalId, "Another name")))
                .isEqualTo(tenant);
        assertThat(platform().findTenant(tenant.id())).contains(tenant);
        assertThat(tenant.name()).isEqualTo("Zürich & Söhne");
        assertThat(newTenant().id()).isNotEqualTo(tenant.id());
    }

    @Test
    void externalIdsThatLookAlikeAreDifferentTenants() {
        String unique = UUID.randomUUID().toString();
        List<String> alike = List.of(unique + "-a", unique + "_a", unique + "a", unique + "-A", unique + "$a");

        assertThat(alike.stream().map(id -> platform()
                        .createTenant(new TenantRequest(id, "alike"))
                        .id()))
                .doesNotHaveDuplicates();
    }

    @Test
    void userIsFoundAgainByItsExternalIdInItsTenant() {
        PlatformTenant tenant = newTenant();
        PlatformUser user = platform().createUser(new UserRequest(tenant.id(), "u-1", "Ann"));

        assertThat(platform().createUser(new UserRequest(tenant.id(), "u-1", "Bob")))
                .isEqualTo(user);
        assertThat(platform().findUser(user.id())).contains(user);
        assertThat(user.tenant()).isEqualTo(tenant.id());
        assertThat(user.active()).isTrue();
        PlatformUser namesake =
                platform().createUser(new UserRequest(newTenant().id(), "u-1", "Ann"));
        assertThat(namesake.id()).isNotEqualTo(user.id());
        assertThat(namesake.canonicalId()).isNotEqualTo(user.canonicalId());
    }

    @Test
    void usersMadeAtTheSameTimeAreOne() throws InterruptedException {
        String externalId = UUID.randomUUID().toString();

        List<PlatformUser> made = together(() -> {
            PlatformTenant tenant = platform().createTenant(new TenantRequest(externalId, "raced"));
            return platform().createUser(new UserRequest(tenant.id(), "u", "raced"));
        });

        assertThat(made).hasSize(RACERS).containsOnly(made.getFirst());
    }

    @Test
    void whatDoesNotExistIsNotFound() {
        PlatformTenantId noTenant = new PlatformTenantId("none" + UUID.randomUUID());
        PlatformUserId noUser = missingUser();

        assertThat(platform().findTenant(noTenant)).isEmpty();
        assertThat(platform().findUser(noUser)).isEmpty();
        assertThat(platform().listKeys(noUser)).isEmpty();
        fails(Kind.NOT_FOUND, () -> platform().createUser(new UserRequest(noTenant, "u", "n")));
        fails(Kind.NOT_FOUND, () -> platform().createKey(noUser));
        fails(Kind.NOT_FOUND, () -> platform().setUserActive(noUser, false));
    }

    @Test
    void whatDoesNotExistIsDeletedInPeace() {
        PlatformUser user = newUser(newTenant());

        platform().deleteTenant(new PlatformTenantId("none" + UUID.randomUUID()));
        platform().deleteUser(missingUser());
        platform().deleteKey(user.id(), "NOSUCHACCESSKEY00001");
        platform().deleteKey(missingUser(), "NOSUCHACCESSKEY00001");

        assertThat(platform().findUser(user.id())).contains(user);
    }

    @Test
    void deletedUserAndTenantCanBeMadeAnew() {
        String externalId = UUID.randomUUID().toString();
        PlatformTenant tenant = platform().createTenant(new TenantRequest(externalId, "first life"));
        PlatformUser user = newUser(tenant);
        fails(Kind.REJECTED, () -> platform().deleteTenant(tenant.id()));

        platform().deleteUser(user.id());
        platform().deleteUser(user.id());
        assertThat(platform().findUser(user.id())).isEmpty();
        platform().deleteTenant(tenant.id());
        platform().deleteTenant(tenant.id());
        assertThat(platform().findTenant(tenant.id())).isEmpty();

        PlatformTenant again = platform().createTenant(new TenantRequest(externalId, "second life"));
        assertThat(again.name()).isEqualTo("second life");
    }

    @Test
    void keyOfDeletedUserOpensNothing() {
        PlatformUser user = newUser(newTenant());
        S3Caller caller = newCaller(user);
        assertThat(isTaken(caller)).isTrue();

        platform().deleteUser(user.id());

        assertThat(caller.listBuckets().status()).isEqualTo(403);
    }

    @Test
    void retiredUserActsNoMoreAndItsKeysAreGone() {
        PlatformUser user = newUser(newTenant());
        S3Caller caller = newCaller(user);
        assertThat(isTaken(caller)).isTrue();

        platform().retireUser(user.id());
        platform().retireUser(user.id());
        platform().retireUser(missingUser());

        assertThat(caller.listBuckets().status()).isEqualTo(403);
        assertThat(platform().listKeys(user.id())).isEmpty();
        assertThat(platform().findUser(user.id()).filter(PlatformUser::active)).isEmpty();
    }

    @Test
    void retiringAnOwnerNeverDeletesData() {
        PlatformTenant tenant = newTenant();
        PlatformUser owner = newUser(tenant);
        S3Caller caller = newCaller(owner);
        String bucket = newBucket(caller);
        caller.put(bucket, "k", "kept");

        platform().retireUser(owner.id());
        platform().setUserActive(owner.id(), true);

        assertThat(newCaller(owner).get(bucket, "k").body()).isEqualTo("kept");
    }

    @Test
    void deletingTheOwnerNeverDeletesData() {
        PlatformTenant tenant = newTenant();
        PlatformUser owner = newUser(tenant);
        S3Caller caller = newCaller(owner);
        String bucket = newBucket(caller);
        caller.put(bucket, "k", "kept");

        boolean deleted = succeeds(Kind.REJECTED, () -> platform().deleteUser(owner.id()));

        if (deleted) {
            S3Caller colleague = newCaller(newUser(tenant));
            assertThat(colleague.list(bucket).status()).isNotEqualTo(404);
        } else {
            assertThat(platform().findUser(owner.id())).contains(owner);
            assertThat(caller.get(bucket, "k").body()).isEqualTo("kept");
        }
    }

    @Test
    void keysAreListedOldestFirstAndReplaceOneAnother() {
        PlatformUser user = newUser(newTenant());
        if (platform().info().quirks().contains(Quirk.ONE_KEY_PER_USER)) {
            newKeyReplacesTheOnlyOne(user);
            return;
        }
        if (platform().info().quirks().contains(Quirk.TWO_KEYS_PER_USER)) {
            thirdKeyIsRejectedUntilOneIsDeleted(user);
            return;
        }
        List<PlatformKey> given = platform().listKeys(user.id());
        PlatformKey first = platform().createKey(user.id());
        PlatformKey second = platform().createKey(user.id());
        PlatformKey third = platform().createKey(user.id());

        assertThat(platform().listKeys(user.id())).isEqualTo(with(given, first, second, third));
        assertThat(isTaken(caller(third))).isTrue();
        platform().deleteKey(user.id(), first.accessKey());
        platform().deleteKey(user.id(), first.accessKey());

        assertThat(platform().listKeys(user.id())).isEqualTo(with(given, second, third));
        assertThat(caller(first).listBuckets().status()).isEqualTo(403);
        assertThat(isTaken(caller(second))).isTrue();
    }

    private void thirdKeyIsRejectedUntilOneIsDeleted(PlatformUser user) {
        PlatformKey first = platform().createKey(user.id());
        PlatformKey second = platform().createKey(user.id());
        assertThat(platform().listKeys(user.id())).containsExactly(first, second);
        fails(Kind.REJECTED, () -> platform().createKey(user.id()));

        platform().deleteKey(user.id(), first.accessKey());
        platform().deleteKey(user.id(), first.accessKey());
        PlatformKey third = platform().createKey(user.id());

        assertThat(platform().listKeys(user.id())).containsExactly(second, third);
        assertThat(caller(first).listBuckets().status()).isEqualTo(403);
        assertThat(isTaken(caller(second))).isTrue();
        assertThat(isTaken(caller(third))).isTrue();
    }

    private void newKeyReplacesTheOnlyOne(PlatformUser user) {
        PlatformKey first = platform().createKey(user.id());
        assertThat(isTaken(caller(first))).isTrue();
        PlatformKey second = platform().createKey(user.id());

        assertThat(second.accessKey()).isEqualTo(first.accessKey());
        assertThat(platform().listKeys(user.id())).containsExactly(second);
        assertThat(caller(first).listBuckets().status()).isEqualTo(403);
        assertThat(isTaken(caller(second))).isTrue();
        platform().deleteKey(user.id(), second.accessKey());
        platform().deleteKey(user.id(), second.accessKey());

        assertThat(platform().listKeys(user.id())).isEmpty();
        assertThat(caller(second).listBuckets().status()).isEqualTo(403);
        assertThat(platform().findUser(user.id())).contains(user);
        PlatformKey third = platform().createKey(user.id());
        assertThat(platform().listKeys(user.id())).containsExactly(third);
        assertThat(isTaken(caller(third))).isTrue();
    }

    @Test
    void keyOfAnotherUserIsLeftAlone() {
        PlatformTenant tenant = newTenant();
        PlatformUser owner = newUser(tenant);
        PlatformKey key = platform().createKey(owner.id());

        platform().deleteKey(newUser(tenant).id(), key.accessKey());

        assertThat(platform().listKeys(owner.id())).contains(key);
        assertThat(isTaken(caller(key))).isTrue();
    }

    @Test
    void firstKeyThatAUserComesWithWorksAndStaysItsOnlyOne() {
        PlatformTenant tenant = newTenant();
        PlatformUser user = platform().createUser(new UserRequest(tenant.id(), "u-1", "Ann"));
        List<PlatformKey> given = platform().listKeys(user.id());

        platform().createUser(new UserRequest(tenant.id(), "u-1", "Ann"));

        assertThat(platform().listKeys(user.id())).isEqualTo(given).hasSizeLessThanOrEqualTo(1);
        assertThat(given).allSatisfy(key -> assertThat(isTaken(caller(key))).isTrue());
    }

    @Test
    void inactiveUserIsLockedOutAndComesBackToItsData() {
        PlatformUser user = newUser(newTenant());
        S3Caller caller = newCaller(user);
        String bucket = newBucket(caller);
        caller.put(bucket, "k", "kept");

        platform().setUserActive(user.id(), false);
        platform().setUserActive(user.id(), false);
        assertThat(platform().findUser(user.id()).orElseThrow().active()).isFalse();
        assertThat(caller.get(bucket, "k").status()).isEqualTo(403);

        platform().setUserActive(user.id(), true);
        assertThat(platform().findUser(user.id())).contains(user);
        assertThat(caller.get(bucket, "k").body()).isEqualTo("kept");
    }

    @Test
    void bucketOfOneTenantIsClosedToAnother() {
        S3Caller owner = newCaller(newUser(newTenant()));
        S3Caller stranger = newCaller(newUser(newTenant()));
        String bucket = newBucket(owner);
        owner.put(bucket, "k", "ours");

        assertThat(stranger.get(bucket, "k").status()).isIn(403, 404);
        assertThat(stranger.list(bucket).status()).isIn(403, 404);
        assertThat(stranger.put(bucket, "k", "theirs").status()).isIn(403, 404);
        assertThat(stranger.delete(bucket, "k").status()).isIn(403, 404);
        assertThat(stranger.listBuckets().body()).doesNotContain(bucket);
        assertThat(owner.get(bucket, "k").body()).isEqualTo("ours");
    }

    @Test
    void admissionIsRepeatableAndEndsWithTheBucket() {
        PlatformTenant tenant = newTenant();
        PlatformUser ann = newUser(tenant);
        S3Caller hers = newCaller(ann);
        String bucket = newBucket(hers);

        assertThat(platform().admitToBucket(ann.id(), bucket)).isTrue();
        platform().releaseBucket(ann.id(), bucket);
        assertThat(hers.put(bucket, "k", "kept").status()).isEqualTo(200);

        hers.delete(bucket, "k");
        assertThat(hers.deleteBucket(bucket).status()).isEqualTo(204);
        platform().releaseBucket(ann.id(), bucket);
        platform().releaseBucket(ann.id(), bucket);
        PlatformUser stranger = newUser(newTenant());
        S3Caller theirs = newCaller(stranger);
        assertThat(theirs.createBucket(bucket).status()).isEqualTo(200);
        theirs.put(bucket, "k", "theirs");
        assertThat(hers.get(bucket, "k").status()).isIn(403, 404);
        assertThat(theirs.get(bucket, "k").body()).isEqualTo("theirs");
        if (platform().info().quirks().contains(Quirk.BUCKETS_NEED_ADMISSION)) {
            assertThat(platform().admitToBucket(ann.id(), bucket)).isFalse();
            assertThat(hers.get(bucket, "k").status()).isIn(403, 404);
        }
    }

    @Test
    void canonicalIdIsTheOneThatOwnersAreNamedBy() {
        assumeFalse(
                platform().info().quirks().contains(Quirk.OWNERS_NOT_NAMED), "the platform names no user as an owner");
        PlatformUser user = newUser(newTenant());
        S3Caller caller = newCaller(user);

        assertThat(caller.listBuckets().body()).contains("<ID>" + user.canonicalId() + "</ID>");
    }

    @Test
    void secretIsNeverPrinted() {
        PlatformKey key = platform().createKey(newUser(newTenant()).id());

        assertThat(key.toString()).doesNotContain(text(key)).contains(key.accessKey());
        assertThat(text(key)).hasSizeGreaterThanOrEqualTo(20);
    }

    private static List<PlatformKey> with(List<PlatformKey> given, PlatformKey... more) {
        return Stream.concat(given.stream(), Stream.of(more)).toList();
    }

    private static String text(PlatformKey key) {
        return key.secretKey().use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** The id of a deleted user, so that it has the platform's own form. */
    final PlatformUserId missingUser() {
        PlatformUser user = newUser(newTenant());
        platform().deleteUser(user.id());
        return user.id();
    }

    PlatformTenant newTenant() {
        return platform().createTenant(new TenantRequest(UUID.randomUUID().toString(), "tenant"));
    }

    PlatformUser newUser(PlatformTenant tenant) {
        return platform()
                .createUser(new UserRequest(tenant.id(), UUID.randomUUID().toString(), "user"));
    }

    S3Caller caller(PlatformKey key) {
        return new S3Caller(http, platform().info(), key);
    }

    /** A caller with a new key of the user, who is admitted to the buckets that it creates. */
    final S3Caller newCaller(PlatformUser user) {
        return new S3Caller(http, platform().info(), platform().createKey(user.id()), bucket -> platform()
                .admitToBucket(user.id(), bucket));
    }

    /** Whether the platform takes the caller's key. */
    final boolean isTaken(S3Caller caller) {
        S3Caller.Answer list = caller.listBuckets();
        boolean isEmptyListDenied = platform().info().quirks().contains(Quirk.EMPTY_BUCKET_LISTS_DENIED)
                && list.body().contains("<Code>AccessDenied</Code>");
        return list.status() == 200 || isEmptyListDenied;
    }

    static String newBucket(S3Caller owner) {
        String bucket = "contract-" + UUID.randomUUID();
        assertThat(owner.createBucket(bucket).status()).isEqualTo(200);
        return bucket;
    }

    static void fails(Kind kind, ThrowingCallable call) {
        assertThat(succeeds(kind, call)).isFalse();
    }

    /** Whether the call succeeded; false if it failed with this kind. Any other failure fails the test. */
    private static boolean succeeds(Kind kind, ThrowingCallable call) {
        try {
            call.call();
            return true;
        } catch (PlatformException e) {
            assertThat(e.kind()).isEqualTo(kind);
            return false;
        } catch (Throwable e) {
            throw new AssertionError("not a PlatformException", e);
        }
    }

    /** Runs the step on several threads at once. */
    static <T> List<T> together(Callable<T> step) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(RACERS)) {
            List<T> results = new ArrayList<>();
            for (Future<T> racer : threads.invokeAll(Collections.nCopies(RACERS, step))) {
                results.add(racer.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("a racer failed", e.getCause());
        }
    }
}
