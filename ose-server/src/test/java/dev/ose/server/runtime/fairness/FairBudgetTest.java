package dev.ose.server.runtime.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairBudgetTest {

    private final FairBudget budget = new FairBudget(120);

    @Test
    void shareHoldsAtMostWhatIsLeftToOthers() {
        FairBudget.Lease greedy = budget.lease("greedy");
        assertThat(greedy.take(60)).isTrue();
        assertThat(greedy.take(1)).isFalse();
        assertThat(budget.lease("greedy").take(1)).isFalse();

        FairBudget.Lease modest = budget.lease("modest");
        assertThat(modest.take(30)).isTrue();
        assertThat(modest.take(1)).isFalse();
        assertThat(budget.held()).isEqualTo(90);
        assertThat(budget.refusals()).isEqualTo(3);
    }

    @Test
    void thoseWhoHoldTheirShareAreKnown() {
        FairBudget.Lease greedy = budget.lease("greedy");
        assertThat(greedy.take(60)).isTrue();
        assertThat(budget.lease("modest").take(20)).isTrue();

        assertThat(budget.full()).containsExactly("greedy");

        greedy.close();
        assertThat(budget.full()).isEmpty();
    }

    @Test
    void whatIsGivenBackIsThereAgainAndOnlyOnce() {
        FairBudget.Lease first = budget.lease("greedy");
        FairBudget.Lease second = budget.lease("greedy");
        assertThat(first.take(40)).isTrue();
        assertThat(second.take(20)).isTrue();

        first.close();
        first.close();

        assertThat(budget.held()).isEqualTo(20);
        assertThat(second.take(40)).isTrue();
        assertThat(second.take(1)).isFalse();
    }

    @Test
    void allIsThereOnceEverybodyHasGivenBack() {
        Random random = new Random(5);
        List<FairBudget.Lease> leases = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            FairBudget.Lease lease = budget.lease(random.nextInt(7));
            var _ = lease.take(random.nextInt(20));
            leases.add(lease);
            if (random.nextBoolean()) {
                leases.remove(random.nextInt(leases.size())).close();
            }
            assertThat(budget.held()).isLessThanOrEqualTo(120);
        }
        leases.forEach(FairBudget.Lease::close);

        assertThat(budget.held()).isZero();
        assertThat(budget.lease(1).take(60)).isTrue();
    }
}
