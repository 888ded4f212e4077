package dev.ose.server.bucket.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.EndingClaim;
import dev.ose.server.bucket.UndoableCreation;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that create and delete the same bucket at the same time, as {@link JdbcBucketStore} orders them. */
@Timeout(120)
class JdbcBucketClaimTest extends OnBucketStore {

    @Test
    void nameOfAnotherTenantIsTakenAndOwnIsAlreadyYours() {
        made(ann, "mine");

        assertFails(() -> claim(bob, "mine"), new Failure.BucketTaken("mine"));
        assertThat(claim(ann, "mine").isKept()).isTrue();
    }

    @Test
    void unfinishedClaimIsTakenOverByItsTenantOnly() {
        BucketClaim first = claim(ann, "unfinished");

        assertThat(first.isShared()).isFalse();
        assertThat(claim(ann, "unfinished")).isEqualTo(new BucketClaim(first.bucket(), BucketClaim.Kind.SHARED));
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(bob.tenant().id(), first);
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(ann.tenant().id(), first);
        // The other request is still under way.
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(ann.tenant().id(), first);
        assertThat(claim(bob, "unfinished")).isNotEqualTo(first);
    }

    /** What the platform is told meanwhile would concern each request that creates the bucket. */
    @Test
    void claimThatIsGivenUpInTwoStepsKeepsTheNameFromAll() {
        BucketClaim claim = claim(ann, "ending");
        TenantId home = ann.tenant().id();

        EndingClaim left = node.buckets.beginAbandon(home, claim).orElseThrow();
        assertFails(() -> claim(ann, "ending"), new Failure.BucketBusy("ending"));
        assertFails(() -> claim(bob, "ending"), new Failure.BucketTaken("ending"));
        node.buckets.cancelAbandon(home, left);
        BucketClaim again = claim(ann, "ending");
        assertThat(again).isEqualTo(new BucketClaim(claim.bucket(), BucketClaim.Kind.TAKEN_OVER));
        node.buckets.completeAbandon(home, left);
        assertThat(confirm(ann, again)).isTrue();

        BucketClaim other = claim(ann, "ending-too");
        EndingClaim ended = node.buckets.beginAbandon(home, other).orElseThrow();
        node.buckets.completeAbandon(home, ended);
        assertThat(claim(bob, "ending-too").kind()).isEqualTo(BucketClaim.Kind.NEW);
    }

    @Test
    void claimOfSeveralEndsForThePlatformWithTheLastOne() {
        TenantId home = ann.tenant().id();
        BucketClaim first = claim(ann, "of-two");
        BucketClaim second = claim(ann, "of-two");

        assertThat(node.buckets.beginAbandon(home, first)).isEmpty();
        assertThat(claim(ann, "of-two").isShared()).isTrue();
        assertThat(node.buckets.beginAbandon(home, second)).isEmpty();
        confirm(ann, second);
        assertThat(node.buckets.beginAbandon(home, second)).isEmpty();
        assertThat(node.buckets.beginAbandon(home, claim(ann, "of-two"))).isEmpty();
    }

    /** A node may end between the two steps. */
    @Test
    void claimWhoseEndWasCutOffIsTakenOver() {
        TenantId home = ann.tenant().id();
        BucketClaim claim = claim(ann, "cut-off-end");
        EndingClaim ending = node.buckets.beginAbandon(home, claim).orElseThrow();
        node.database.update("UPDATE bucket SET busy_until = now() WHERE id = ?", claim.bucket());

        BucketClaim next = claim(ann, "cut-off-end");
        node.buckets.completeAbandon(home, ending);

        assertThat(next.isTakenOver()).isTrue();
        assertThat(claim(ann, "cut-off-end").isShared()).isTrue();
        assertThat(confirm(ann, next)).isTrue();
    }

    @Test
    void claimedByTwoTenantsAtOnceHasOneWinner() throws Exception {
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 50; round++) {
                String name = "race-" + round;
                List<Callable<Boolean>> claims = List.of(() -> claims(ann, name), () -> claims(bob, name));

                List<Boolean> won = new ArrayList<>();
                for (Future<Boolean> result : both.invokeAll(claims)) {
                    won.add(result.get());
                }

                assertThat(won).containsExactlyInAnyOrder(true, false);
            }
        }
    }

    @Test
    void confirmingAnotherTenantsClaimFindsNoBucket() {
        BucketClaim claim = claim(ann, "not-bobs");

        assertThat(confirm(bob, claim)).isFalse();
        assertThat(confirm(ann, claim)).isTrue();
    }

    @Test
    void refusedClaimLeavesTheBucketThatAnotherConfirmed() {
        BucketClaim first = claim(ann, "twice-at-once");
        BucketClaim second = claim(ann, "twice-at-once");
        confirm(ann, first);

        node.buckets.abandon(ann.tenant().id(), second);

        assertThat(claim(ann, "twice-at-once").isKept()).isTrue();
    }

    @Test
    void bucketThatAnotherUserIsCreatingIsBusyAndItsQuotaAppliesToTheFinalOwner() {
        TenantId tenant = ann.tenant().id();
        UserId late = node.provisioning
                .createUser(tenant, "late", Role.TENANT_USER)
                .user()
                .id();
        BucketClaim claim = claim(ann, "whose");
        assertFails(() -> claimAs(late, "whose"), new Failure.BucketBusy("whose"));
        ofTheDead(claim.bucket());
        JdbcQuotaStore quotas = new JdbcQuotaStore(node.database);

        quotas.put(new QuotaHolder.OfUser(tenant, late), new Quota(null, null, 0L));
        assertFails(() -> claimAs(late, "whose"), new Failure.TooManyBuckets("user"));
        quotas.put(new QuotaHolder.OfUser(tenant, late), new Quota(null, null, 1L));

        assertThat(claimAs(late, "whose").bucket()).isEqualTo(claim.bucket());
        assertFails(() -> claim(ann, "whose"), new Failure.BucketBusy("whose"));
        assertFails(() -> claimAs(late, "one-more"), new Failure.TooManyBuckets("user"));
        node.buckets.confirm(tenant, late, claim.bucket());
        confirm(ann, claim);
        assertThat(node.listBuckets(tenant, "whose", 1).getFirst().owner()).isEqualTo(late);
    }

    private BucketClaim claimAs(UserId user, String name) {
        return node.buckets.claim(ann.tenant().id(), user, node.platform.id(), new BucketName(name), "default");
    }

    @Test
    void claimsOfTheDeadDoNotCount() {
        BucketClaim claim = claim(ann, "crashed");
        ofTheDead(claim.bucket());

        node.buckets.abandon(ann.tenant().id(), claim(ann, "crashed"));

        assertThat(claims(bob, "crashed")).isTrue();
    }

    @Test
    void bucketThatIsBeingDeletedIsSeenAndBusy() {
        Bucket bucket = made(ann, "going");
        node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(node.listBuckets(ann.tenant().id(), "going", 1)).containsExactly(bucket);
        assertFails(() -> claim(ann, "going"), new Failure.BucketBusy("going"));
        assertFails(() -> claim(bob, "going"), new Failure.BucketTaken("going"));
        assertFails(() -> node.buckets.beginDeletion(ann.tenant().id(), bucket), new Failure.BucketBusy("going"));
    }

    @Test
    void deletionThatWasGivenUpLeavesTheBucket() {
        Bucket bucket = made(ann, "stays");
        BucketDeletion refused = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        node.buckets.cancelDeletion(ann.tenant().id(), refused);

        assertThat(claim(ann, "stays").isKept()).isTrue();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), refused)).isFalse();
        assertThat(node.listBuckets(ann.tenant().id(), "stays", 1)).containsExactly(bucket);
    }

    @Test
    void bucketMadeAnewIsNotForgotten() {
        Bucket bucket = made(ann, "phoenix");
        BucketClaim again = claim(ann, "phoenix");
        BucketDeletion deletion = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(confirm(ann, again)).isTrue();

        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletion)).isFalse();
        assertThat(node.listBuckets(ann.tenant().id(), "phoenix", 1)).containsExactly(bucket);
    }

    @Test
    void bucketMadeAnewAfterTheRowIsGoneIsClaimedAgain() {
        Bucket bucket = made(ann, "late-phoenix");
        BucketClaim again = claim(ann, "late-phoenix");
        node.delete(bucket);

        assertThat(confirm(ann, again)).isFalse();
        assertThat(claim(ann, "late-phoenix").isKept()).isFalse();
    }

    @Test
    void deletionOfTheDeadIsTakenOver() {
        Bucket bucket = made(ann, "orphan");
        BucketDeletion dead = node.buckets.beginDeletion(ann.tenant().id(), bucket);
        ofTheDead(bucket.id());

        BucketDeletion next = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(node.buckets.completeDeletion(ann.tenant().id(), dead)).isFalse();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), next)).isTrue();
        assertFails(() -> node.buckets.beginDeletion(ann.tenant().id(), bucket), new Failure.BucketMissing("orphan"));
    }

    @Test
    void creationIsUndoneWhileItIsTheOnlyOne() {
        BucketClaim claim = claim(ann, "undone");
        UndoableCreation creation =
                node.buckets.makeUndoable(ann.tenant().id(), claim).orElseThrow();
        assertThat(confirm(ann, claim)).isTrue();

        BucketDeletion deletion =
                node.buckets.beginUndo(ann.tenant().id(), creation).orElseThrow();

        assertFails(() -> claim(ann, "undone"), new Failure.BucketBusy("undone"));
        assertThat(node.buckets.beginUndo(ann.tenant().id(), creation)).isEmpty();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletion)).isTrue();
    }

    @Test
    void creationThatAnotherRequestTakesPartInIsNotUndone() {
        BucketClaim before = claim(ann, "of-two");
        claim(ann, "of-two");
        assertThat(node.buckets.makeUndoable(ann.tenant().id(), before)).isEmpty();

        BucketClaim during = claim(ann, "of-three");
        UndoableCreation ended =
                node.buckets.makeUndoable(ann.tenant().id(), during).orElseThrow();
        claim(ann, "of-three");
        assertThat(confirm(ann, during)).isTrue();
        assertThat(node.buckets.beginUndo(ann.tenant().id(), ended)).isEmpty();

        BucketClaim after = claim(ann, "of-four");
        UndoableCreation late =
                node.buckets.makeUndoable(ann.tenant().id(), after).orElseThrow();
        assertThat(confirm(ann, after)).isTrue();
        assertThat(claim(ann, "of-four").isKept()).isTrue();
        assertThat(node.buckets.beginUndo(ann.tenant().id(), late)).isEmpty();
        assertThat(node.buckets.beginUndo(bob.tenant().id(), late)).isEmpty();
    }

    /** As if the requests on the bucket had died some time ago. */
    private void ofTheDead(BucketId bucket) {
        node.database.update("UPDATE bucket SET busy_until = now() - interval '1 second' WHERE id = ?", bucket);
    }

    private boolean claims(Holder holder, String name) {
        try {
            claim(holder, name);
            return true;
        } catch (FailureException taken) {
            return false;
        }
    }

    private boolean confirm(Holder holder, BucketClaim claim) {
        return node.buckets.confirm(holder.tenant().id(), holder.made().user().id(), claim.bucket());
    }

    private void assertFails(ThrowingCallable call, Failure failure) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isEqualTo(failure));
    }
}
