package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.OperationIds;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes another number for a living node as its membership does, in the steps of a history. */
final class Renumbering {

    private final String node;
    private final OperationIds ids;
    private final LedgerHarness world;
    private final GroupCommitLedger ledger;
    private @Nullable CompletableFuture<Void> begun;

    Renumbering(String node, OperationIds ids, LedgerHarness world, GroupCommitLedger ledger) {
        this.node = node;
        this.ids = ids;
        this.world = world;
        this.ledger = ledger;
    }

    /** Takes a number if there is doubt about the present one, and gives earlier ones up if that can be done. */
    void step() {
        if (ids.isInDoubt()) {
            ids.moveTo(world.nodes().registerBeside(node));
            begun = ledger.beginAgain();
        } else if (begun != null && begun.isCompletedExceptionally()) {
            begun = ledger.beginAgain();
        } else if (begun != null && begun.isDone()) {
            world.nodes().leaveFormer(node, OperationIds.nodeOf(ids.next()));
            begun = null;
        }
    }

    boolean isUnderWay() {
        return begun != null || ids.isInDoubt();
    }
}
