package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tries one capability. A capability is there if all that belongs to it works and what it must refuse is refused.
 *
 * @param attempt whether it is there; throws {@code FailureException} where that cannot be told
 */
record CapabilityCheck(Capability capability, Predicate<ProbeBucket> attempt) {

    /** Grows with every change of the trials, so that platforms are probed anew. */
    static final int REVISION = 3;

    /** All trials, in the order in which they are made: the last ones change the bucket. */
    static final List<CapabilityCheck> ALL = List.of(
            new CapabilityCheck(Capability.ENFORCES_SIGNED_HASH, RequestBodyChecks::enforcesSignedHash),
            new CapabilityCheck(Capability.TRAILERS, RequestBodyChecks::takesTrailers),
            new CapabilityCheck(Capability.CRC64NVME, RequestBodyChecks::verifiesCrc64Nvme),
            new CapabilityCheck(Capability.NEWER_CHECKSUMS, RequestBodyChecks::verifiesNewerChecksums),
            new CapabilityCheck(Capability.POST_UPLOAD, FormCheck::takesForms),
            new CapabilityCheck(Capability.EXACT_KEYS, ObjectChecks::keepsKeysExactly),
            new CapabilityCheck(Capability.CONDITIONAL_WRITES, ObjectChecks::decidesConditions),
            new CapabilityCheck(Capability.CONDITIONAL_DELETES, ConditionChecks::decidesDeletions),
            new CapabilityCheck(Capability.CONDITIONAL_COMPLETIONS, ConditionChecks::decidesCompletions),
            new CapabilityCheck(Capability.CONDITIONAL_COPIES, ConditionChecks::decidesCopies),
            new CapabilityCheck(Capability.COPY_SOURCE_CONDITIONS, ConditionChecks::decidesSources),
            new CapabilityCheck(Capability.TAGGING, SettingChecks::keepsTags),
            new CapabilityCheck(Capability.OBJECT_LOCK, SettingChecks::locksObjects),
            new CapabilityCheck(Capability.VERSIONING, SettingChecks::keepsVersions));
}
