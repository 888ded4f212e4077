package dev.ose.server.accounting.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;

/** The arithmetic of leases: by itself, and in histories of several nodes that share a quota. */
class LeasePropertiesTest {

    private static final Limit LIMIT = new Limit(1, Limit.Holder.TENANT, true, true);
    private static final QuotaTarget KEY =
            new QuotaTarget.OfObject(new ObjectAddress(new BucketId(1), new ObjectKey("k")));

    @Property
    void neverMoreIsGrantedThanIsLeft(
            @ForAll @LongRange(min = 0, max = 1L << 50) long most,
            @ForAll @LongRange(min = 0, max = 1L << 50) long taken,
            @ForAll @LongRange(min = 0, max = 1L << 40) long others,
            @ForAll @LongRange(min = 0, max = 1L << 40) long held,
            @ForAll @LongRange(min = 0, max = 1L << 42) long wanted,
            @ForAll @LongRange(min = 0, max = 1L << 42) long replaced) {
        LeaseRule.State state = new LeaseRule.State(
                new Quota(most, null, null),
                new StorageAmount(taken, 0),
                new StorageAmount(others, 0),
                new StorageAmount(held, 0));

        LeaseTable.Answer answer =
                LeaseRule.decide(state, StorageAmount.ofPart(wanted), StorageAmount.ofObject(replaced));

        long left = Math.max(0, most - taken - others - held);
        long rest = Math.max(0, wanted - replaced);
        assertThat(answer.granted().bytes()).isLessThanOrEqualTo(left);
        assertThat(answer.granted().bytes() >= wanted).isEqualTo(wanted <= left);
        assertThat(answer.granted().bytes() >= rest).isEqualTo(rest <= left);
        assertThat(answer.granted().bytes()).isLessThanOrEqualTo(Math.max(wanted, Math.min(left / 100, 1L << 30)));
    }

    @Property
    void whatIsInTheWayIsTold(
            @ForAll @LongRange(min = 0, max = 1L << 30) long taken,
            @ForAll @LongRange(min = 1, max = 1L << 30) long others,
            @ForAll @LongRange(min = 1, max = 1L << 30) long held,
            @ForAll @LongRange(min = 1, max = 1L << 30) long wanted) {
        assertThat(shortage(taken + wanted - 1, taken, others, held, wanted)).isEqualTo(DenialReason.STORED);
        assertThat(shortage(taken + wanted, taken, others, held, wanted)).isEqualTo(DenialReason.UNDER_WAY);
        assertThat(shortage(taken + wanted + held - 1, taken, others, held, wanted))
                .isEqualTo(DenialReason.UNDER_WAY);
        assertThat(shortage(taken + wanted + held, taken, others, held, wanted)).isEqualTo(DenialReason.LEASED);
    }

    private static DenialReason shortage(long most, long taken, long others, long held, long wanted) {
        LeaseRule.State state = new LeaseRule.State(
                new Quota(most, null, null),
                new StorageAmount(taken, 0),
                new StorageAmount(others, 0),
                new StorageAmount(held, 0));
        return LeaseRule.decide(state, StorageAmount.ofPart(wanted), StorageAmount.NOTHING)
                .shortage();
    }

    @Property(tries = 300)
    void storedNeverExceedsTheQuotaWhateverNodesDo(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int nodes, @ForAll boolean isTight) {
        World world =
                new World(seed, nodes, isTight ? new Quota(5_000L, 40L, null) : new Quota(200_000L, 2_000L, null));

        for (int step = 0; step < 400; step++) {
            world.step();
            assertThat(world.stored().bytes()).isLessThanOrEqualTo(world.bytes());
            assertThat(world.stored().objects()).isLessThanOrEqualTo(world.objects());
        }

        world.endAll();
        assertThat(world.leased()).as("what is not needed is given back").isEqualTo(StorageAmount.NOTHING);
        assertThat(world.mayStoreAllThatIsLeft()).isTrue();
    }

    /** A database of one quota, and nodes that write and delete under it. */
    private static final class World implements LeaseTable {

        private final Random random;
        private final Quota quota;
        private final List<Node> nodes = new ArrayList<>();
        private final Map<Node, StorageAmount> rows = new HashMap<>();
        private final List<StorageAmount> objects = new ArrayList<>();
        private @Nullable Node asking;

        World(long seed, int size, Quota quota) {
            this.random = new Random(seed);
            this.quota = quota;
            for (int i = 0; i < size; i++) {
                nodes.add(new Node(new QuotaLease(1, this)));
            }
        }

        private record Node(QuotaLease account, List<StorageAmount> underWay) {
            Node(QuotaLease account) {
                this(account, new ArrayList<>());
            }

            @Override
            public boolean equals(@Nullable Object other) {
                return this == other;
            }

            @Override
            public int hashCode() {
                return System.identityHashCode(this);
            }
        }

        long bytes() {
            return quota.maxBytes() == null ? Long.MAX_VALUE : quota.maxBytes();
        }

        long objects() {
            return quota.maxObjects() == null ? Long.MAX_VALUE : quota.maxObjects();
        }

        StorageAmount stored() {
            return objects.stream().reduce(StorageAmount.NOTHING, StorageAmount::plus);
        }

        StorageAmount leased() {
            return rows.values().stream().reduce(StorageAmount.NOTHING, StorageAmount::plus);
        }

        @Override
        public Answer lease(long id, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
            Node self = Objects.requireNonNull(asking);
            rows.remove(self);
            Answer answer = LeaseRule.decide(
                    new LeaseRule.State(quota, stored(), leased(), held), wanted, StorageAmount.NOTHING);
            rows.put(self, held.plus(answer.granted()));
            return answer;
        }

        void step() {
            Node node = nodes.get(random.nextInt(nodes.size()));
            asking = node;
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    StorageAmount wanted = new StorageAmount(random.nextInt(1_000), random.nextInt(2));
                    if (node.account().lease(LIMIT, wanted, KEY).taken() == QuotaLease.Taken.YES) {
                        node.underWay().add(wanted);
                    }
                }
                case 3 -> end(node, random.nextInt(4) > 0);
                case 4 -> {
                    if (!objects.isEmpty()) {
                        objects.remove(random.nextInt(objects.size()));
                    }
                }
                default -> tend(node);
            }
        }

        private void end(Node node, boolean isStored) {
            if (!node.underWay().isEmpty()) {
                StorageAmount amount = node.underWay().removeFirst();
                if (isStored) {
                    objects.add(amount);
                    node.account().spend(amount);
                } else {
                    node.account().giveBack(amount);
                }
            }
        }

        private void tend(Node node) {
            asking = node;
            if (node.account().tend()) {
                nodes.set(nodes.indexOf(node), new Node(new QuotaLease(1, this)));
                rows.remove(node);
            }
        }

        void endAll() {
            for (Node node : List.copyOf(nodes)) {
                while (!node.underWay().isEmpty()) {
                    end(node, random.nextBoolean());
                }
                tend(node);
                if (nodes.contains(node)) {
                    tend(node);
                }
            }
            rows.values().removeIf(StorageAmount::isNothing);
        }

        boolean mayStoreAllThatIsLeft() {
            Node node = nodes.getFirst();
            asking = node;
            StorageAmount left = new StorageAmount(bytes() - stored().bytes(), objects() - stored().objects());
            return node.account().lease(LIMIT, left, KEY).taken() == QuotaLease.Taken.YES;
        }
    }
}
