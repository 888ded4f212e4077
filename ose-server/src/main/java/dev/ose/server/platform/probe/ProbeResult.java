package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What came of a probe.
 *
 * @param verdicts on each capability that was tried
 * @param trouble what kept it from an answer or from removing its traces, for people; empty if nothing did
 */
public record ProbeResult(Map<Capability, CheckResult> verdicts, String trouble) {

    /** What is found before anything was tried. */
    public static final ProbeResult NONE = new ProbeResult(Map.of(), "");

    public ProbeResult {
        Map<Capability, CheckResult> ordered = new EnumMap<>(Capability.class);
        ordered.putAll(verdicts);
        verdicts = Collections.unmodifiableMap(ordered);
    }

    /** What the platform can do: what was found, and what its adapter declares where nothing was. */
    public Set<Capability> correct(Set<Capability> declared) {
        Set<Capability> corrected = EnumSet.noneOf(Capability.class);
        corrected.addAll(declared);
        verdicts.forEach((capability, verdict) -> {
            switch (verdict) {
                case YES -> corrected.add(capability);
                case NO -> corrected.remove(capability);
                case UNKNOWN -> {}
            }
        });
        return corrected;
    }

    /** The same with an earlier answer of the same platform wherever this one has none. */
    ProbeResult orElse(ProbeResult earlier) {
        Map<Capability, CheckResult> merged = new EnumMap<>(Capability.class);
        merged.putAll(earlier.verdicts);
        verdicts.forEach((capability, verdict) -> {
            if (verdict != CheckResult.UNKNOWN || !merged.containsKey(capability)) {
                merged.put(capability, verdict);
            }
        });
        return new ProbeResult(merged, trouble);
    }
}
