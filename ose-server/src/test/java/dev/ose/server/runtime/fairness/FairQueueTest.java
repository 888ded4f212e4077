package dev.ose.server.runtime.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.runtime.fairness.FairQueue.Turn;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairQueueTest {

    private static final String GREEDY = "greedy";
    private static final String MODEST = "modest";
    private static final String OTHER = "other";

    private final FairQueue<Waiter> queue = new FairQueue<>(6, 3);

    @Test
    void whoHoldsFewestComesFirstAndTheLongestWaitingOfThem() {
        lend(GREEDY, 2);
        lend(MODEST, 1);
        Waiter greedy = enter(GREEDY, 1);
        Waiter modest = enter(MODEST, 2);
        Waiter modestToo = enter(MODEST, 3);
        Waiter other = enter(OTHER, 4);

        assertThat(queue.next()).isSameAs(other);
        assertThat(queue.next()).isSameAs(modest);
        // Both hold two by now: the one served longer ago is next.
        assertThat(queue.next()).isSameAs(greedy);
        assertThat(queue.next()).isSameAs(modestToo);
        assertThat(queue.waiting()).isZero();
        assertThat(queue.next()).isNull();
    }

    @Test
    void shareNeverExceedsItsMaximum() {
        lend(GREEDY, 3);
        assertThat(queue.lend(GREEDY)).isFalse();
        Waiter greedy = enter(GREEDY, 1);

        assertThat(queue.next()).isNull();
        assertThat(queue.lend(MODEST)).isTrue();
        queue.giveBack(GREEDY);
        assertThat(queue.next()).isSameAs(greedy);
        assertThat(queue.next()).isNull();
    }

    @Test
    void lastOfTheLongestLineMakesRoom() {
        List<Waiter> line =
                IntStream.range(0, 6).mapToObj(i -> enter(GREEDY, i)).toList();
        Waiter seventh = waiter(GREEDY, 7);
        Waiter modest = waiter(MODEST, 8);

        assertThat(queue.enter(seventh)).isSameAs(seventh);
        assertThat(queue.enter(modest)).isSameAs(line.getLast());
        assertThat(queue.waiting()).isEqualTo(6);
        lend(GREEDY, 1);
        assertThat(queue.next()).isSameAs(modest);
    }

    @Test
    void fullQueueIsSharedOutEvenly() {
        IntStream.range(0, 6).forEach(i -> enter(GREEDY, i));
        IntStream.range(0, 3).forEach(i -> assertThat(queue.enter(waiter(MODEST, i)))
                .extracting(Waiter::share)
                .isEqualTo(GREEDY));

        Waiter fourth = waiter(MODEST, 9);
        assertThat(queue.enter(fourth)).isSameAs(fourth);
    }

    @Test
    void whoWaitedTooLongLeaves() {
        Waiter early = enter(GREEDY, 1);
        Waiter late = enter(GREEDY, 5);
        Waiter other = enter(OTHER, 2);

        assertThat(queue.leaveSince(5)).containsExactlyInAnyOrder(early, other);
        assertThat(queue.leaveSince(5)).isEmpty();
        assertThat(queue.next()).isSameAs(late);
    }

    @Test
    void placeGoesToAWaiterThatCanUseItUnlessAnotherWaitedLong() {
        Predicate<Waiter> near = waiter -> waiter.home().equals("here");
        Waiter first = new Waiter("elsewhere", GREEDY, 10);
        Waiter second = new Waiter("here", GREEDY, 20);
        queue.enter(first);
        queue.enter(second);

        assertThat(queue.next(near, 15)).isEqualTo(new Turn.Elsewhere<>());
        assertThat(queue.next(near, 5)).isEqualTo(new Turn.Here<>(second));
        assertThat(queue.next(near, 5)).isEqualTo(new Turn.Elsewhere<>());
        assertThat(queue.next()).isSameAs(first);
        assertThat(queue.next(near, 5)).isEqualTo(new Turn.None<>());
    }

    /** A waiter that prefers places of a certain home. */
    private record Waiter(String home, String share, long sinceNanos) implements FairQueue.Waiter {}

    private static Waiter waiter(String share, long since) {
        return new Waiter("home", share, since);
    }

    private void lend(String share, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(queue.lend(share)).isTrue();
        }
    }

    private Waiter enter(String share, long since) {
        Waiter waiter = waiter(share, since);
        assertThat(queue.enter(waiter)).isNull();
        return waiter;
    }
}
