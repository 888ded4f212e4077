package dev.ose.server.platform.probe;

import dev.ose.adapter.Capability;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tries one capability. A capability is there if all that belongs to it works and what it must refuse is refused.
 *
 * @param attempt whether it is there; throws {@code FailureException} where that cannot be told
 */
record Trial(Capability capability, Predicate<Site> attempt) {

    /** Grows with every change of the trials, so that platforms are probed anew. */
    static final int REVISION = 2;

    /** All trials, in the order in which they are made: the last ones change the bucket. */
    static final List<Trial> ALL = List.of(
            new Trial(Capability.ENFORCES_SIGNED_HASH, BodyTrials::enforcesSignedHash),
            new Trial(Capability.TRAILERS, BodyTrials::takesTrailers),
            new Trial(Capability.CRC64NVME, BodyTrials::verifiesCrc64Nvme),
            new Trial(Capability.NEWER_CHECKSUMS, BodyTrials::verifiesNewerChecksums),
            new Trial(Capability.POST_UPLOAD, FormTrial::takesForms),
            new Trial(Capability.EXACT_KEYS, ObjectTrials::keepsKeysExactly),
            new Trial(Capability.CONDITIONAL_WRITES, ObjectTrials::decidesConditions),
            new Trial(Capability.TAGGING, SettingTrials::keepsTags),
            new Trial(Capability.OBJECT_LOCK, SettingTrials::locksObjects),
            new Trial(Capability.VERSIONING, SettingTrials::keepsVersions));
}
