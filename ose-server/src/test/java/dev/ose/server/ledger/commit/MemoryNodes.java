package dev.ose.server.ledger.commit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The leases of the nodes in memory; a lease expires only on demand of the simulation. */
final class MemoryNodes {

    private final Set<Integer> leased = new HashSet<>();
    private final Map<String, Set<Integer>> names = new HashMap<>();
    private int last;

    /** Takes a number, and expires the leases of all earlier ones of the name. */
    int register(String name) {
        names.getOrDefault(name, Set.of()).forEach(leased::remove);
        return registerBeside(name);
    }

    /** Takes one more number. */
    int registerBeside(String name) {
        last++;
        names.computeIfAbsent(name, absent -> new HashSet<>()).add(last);
        leased.add(last);
        return last;
    }

    /** Expires the leases of all numbers of the name but one. */
    void leaveFormer(String name, int node) {
        leased.removeIf(
                each -> each != node && names.getOrDefault(name, Set.of()).contains(each));
    }

    void expire(int node) {
        leased.remove(node);
    }

    boolean isLeased(int node) {
        return leased.contains(node);
    }
}
