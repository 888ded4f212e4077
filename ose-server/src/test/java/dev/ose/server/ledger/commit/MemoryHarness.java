package dev.ose.server.ledger.commit;

import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.DirtyKeys;
import java.util.List;

/** A ledger in memory, whose nodes hold leases and whose verifications are asked for one by one. */
abstract class MemoryHarness implements LedgerHarness, DirtyKeys, NodeTable {

    final MemoryNodes nodes = new MemoryNodes();

    @Override
    public final DirtyKeys dirtyKeys() {
        return this;
    }

    @Override
    public final NodeTable nodes() {
        return this;
    }

    @Override
    public final void expire(int node) {
        nodes.expire(node);
    }

    @Override
    public final void putBack(List<DirtyKey> keys) {
        // A history probes each key that it claims.
        throw new UnsupportedOperationException();
    }

    @Override
    public final void postpone(DirtyKey key) {}

    @Override
    public final void refuse(DirtyKey key) {}

    @Override
    public final int countRefused() {
        return 0;
    }

    @Override
    public final int register(String name) {
        return nodes.register(name);
    }

    @Override
    public final int registerBeside(String name) {
        return nodes.registerBeside(name);
    }

    @Override
    public final void leaveFormer(String name, int node) {
        nodes.leaveFormer(name, node);
    }

    @Override
    public final boolean renew(int node, boolean isCaughtUp) {
        return nodes.isLeased(node);
    }

    @Override
    public final void leave(int node, boolean isCaughtUp) {
        nodes.expire(node);
    }

    @Override
    public final void forgetGone() {}
}
