package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The result of a probe.
 *
 * @param results result for each tested capability
 * @param problem problems with answers or with the clean-up, as text; empty if there were none
 */
public record ProbeResult(Map<Capability, CheckResult> results, String problem) {

    /** The result before any probe. */
    public static final ProbeResult NONE = new ProbeResult(Map.of(), "");

    public ProbeResult {
        Map<Capability, CheckResult> ordered = new EnumMap<>(Capability.class);
        ordered.putAll(results);
        results = Collections.unmodifiableMap(ordered);
    }

    /** The capabilities: as probed, and as declared by the adapter if the probe has no result. */
    public Set<Capability> correct(Set<Capability> declared) {
        Set<Capability> corrected = EnumSet.noneOf(Capability.class);
        corrected.addAll(declared);
        results.forEach((capability, result) -> {
            switch (result) {
                case YES -> corrected.add(capability);
                case NO -> corrected.remove(capability);
                case UNKNOWN -> {}
            }
        });
        return corrected;
    }

    /** The same, completed with earlier results of the same platform. */
    ProbeResult orElse(ProbeResult earlier) {
        Map<Capability, CheckResult> merged = new EnumMap<>(Capability.class);
        merged.putAll(earlier.results);
        results.forEach((capability, result) -> {
            if (result != CheckResult.UNKNOWN || !merged.containsKey(capability)) {
                merged.put(capability, result);
            }
        });
        return new ProbeResult(merged, problem);
    }
}
