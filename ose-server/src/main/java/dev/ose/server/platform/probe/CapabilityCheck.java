package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tests one capability: all of its features must work, and invalid requests must be refused.
 *
 * @param attempt whether the capability is present; {@code FailureException} if that cannot be determined
 */
record CapabilityCheck(Capability capability, Predicate<ProbeBucket> attempt) {

    /** Increased with every change of the checks, so that platforms are probed again. */
    static final int REVISION = 4;

    /** All checks in their order: the last ones change the bucket. */
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
