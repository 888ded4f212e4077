package dev.ose.server.tenant;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares OSE's rows with the platforms, user by user, and repairs differences if that loses no data. Runs on one node
 * at a time. Blocks on database and platforms; repeatable at any time and after an interruption at any point.
 */
public final class Reconciliation {

    private static final String NAME = "reconciliation";

    private final PlatformMappingStore mappings;
    private final PlatformAdministration platforms;
    private final AccountDeletion removal;
    private final ExclusiveWork exclusive;

    public Reconciliation(
            PlatformMappingStore mappings,
            PlatformAdministration platforms,
            AccountDeletion removal,
            ExclusiveWork exclusive) {
        this.mappings = mappings;
        this.platforms = platforms;
        this.removal = removal;
        this.exclusive = exclusive;
    }

    /** A difference, and whether it was repaired. */
    public record Finding(TenantId tenant, UserId user, Difference drift, boolean isRepaired) {}

    /**
     * The result of a page.
     *
     * @param checked the number of users compared
     * @param next continue after this user; null at the end
     */
    public record Report(
            int checked, List<Finding> findings, @Nullable UserId next) {

        public Report {
            findings = List.copyOf(findings);
        }
    }

    /**
     * Compares up to {@code limit} users after {@code after}, null from the start.
     *
     * @throws FailureException {@code Busy} while another run is under way, {@code PlatformUnreachable}
     */
    public Report run(@Nullable UserId after, int limit, boolean repair) {
        return run(after, limit, repair, new Without(Set.of(), false)).report();
    }

    /**
     * Platforms to skip.
     *
     * @param platforms the platforms whose users are skipped
     * @param mayGrow whether a platform that does not answer is skipped from then on; otherwise it ends the page
     */
    public record Without(Set<PlatformId> platforms, boolean mayGrow) {

        public Without {
            platforms = Set.copyOf(platforms);
        }
    }

    /**
     * The result of a page that skips platforms.
     *
     * @param report on the users compared
     * @param skippedPlatforms the platforms that are skipped from now on
     * @param skipped the number of their users on the page
     */
    public record Part(Report report, Set<PlatformId> skippedPlatforms, int skipped) {

        public Part {
            skippedPlatforms = Set.copyOf(skippedPlatforms);
        }
    }

    /**
     * As {@link #run(UserId, int, boolean)}, skipping the users of some platforms. The page ends before a user who
     * cannot be compared, so that what was repaired before is reported; if this is its first user, the failure is
     * thrown.
     *
     * @throws FailureException {@code Busy}; the failure of a platform that may not be skipped
     */
    public Part run(@Nullable UserId after, int limit, boolean repair, Without without) {
        return exclusive.alone(NAME, () -> {
            List<PlatformMapping> page = mappings.list(after, limit);
            Map<UserId, List<PlatformMapping>> further = further(page);
            List<Finding> findings = new ArrayList<>();
            Set<Place> seen = new HashSet<>();
            Set<PlatformId> skippedPlatforms = new HashSet<>(without.platforms());
            int skipped = 0;
            int done = 0;
            try {
                for (PlatformMapping mapping : page) {
                    boolean isLookedAt = true;
                    for (PlatformMapping each : everywhere(mapping, further)) {
                        boolean isReached = !skippedPlatforms.contains(each.platform())
                                && answers(
                                        without.mayGrow(),
                                        () -> look(each, seen.add(Place.of(each)), repair, findings));
                        if (!isReached) {
                            skippedPlatforms.add(each.platform());
                            isLookedAt = false;
                        }
                    }
                    skipped += isLookedAt ? 0 : 1;
                    done++;
                }
            } catch (RuntimeException failure) {
                if (done == 0) {
                    throw failure;
                }
                // The next page begins with this user and throws the failure if it is still there.
                withdraw(findings, page.get(done));
            }
            boolean isEnd = done == page.size() && page.size() < limit;
            UserId next = isEnd ? null : page.get(done - 1).user().id();
            return new Part(new Report(done - skipped, findings, next), skippedPlatforms, skipped);
        });
    }

    /** A tenant on one of its platforms. */
    private record Place(TenantId tenant, PlatformId platform) {

        static Place of(PlatformMapping mapping) {
            return new Place(mapping.user().tenant(), mapping.platform());
        }
    }

    private Map<UserId, List<PlatformMapping>> further(List<PlatformMapping> page) {
        return page.isEmpty()
                ? Map.of()
                : mappings
                        .listFurther(
                                page.getFirst().user().id(),
                                page.getLast().user().id())
                        .stream()
                        .collect(Collectors.groupingBy(mapping -> mapping.user().id()));
    }

    /** All mappings of a user. The deletion of a removed one is completed as a whole, by its first mapping. */
    private static List<PlatformMapping> everywhere(PlatformMapping first, Map<UserId, List<PlatformMapping>> further) {
        List<PlatformMapping> others = further.getOrDefault(first.user().id(), List.of());
        return first.isRemoved() || others.isEmpty()
                ? List.of(first)
                : Stream.concat(Stream.of(first), others.stream()).toList();
    }

    /** The next page finds the unrepaired differences of this user again. */
    private static void withdraw(List<Finding> findings, PlatformMapping mapping) {
        findings.removeIf(finding -> finding.user().equals(mapping.user().id()) && !finding.isRepaired());
    }

    /** Returns whether the platform answered; if not to be distinguished, its failure is thrown. */
    private static boolean answers(boolean isToldApart, Runnable look) {
        try {
            look.run();
            return true;
        } catch (FailureException e) {
            if (isToldApart
                    && (e.failure() instanceof Failure.PlatformUnreachable
                            || e.failure() instanceof Failure.OutcomeUnknown)) {
                return false;
            }
            throw e;
        } catch (IllegalStateException lacking) {
            // The platform is missing from this node's options; an operator may have removed it permanently.
            if (isToldApart) {
                return false;
            }
            throw lacking;
        }
    }

    private void look(PlatformMapping mapping, boolean isFirstOfTenant, boolean repair, List<Finding> findings) {
        try {
            compare(mapping, isFirstOfTenant, repair, findings);
        } catch (FailureException e) {
            // A user that the platform refuses to report must not hide the next ones.
            note(findings, mapping, Difference.UNCHECKED, refused(e));
        }
    }

    private void compare(PlatformMapping mapping, boolean isFirstOfTenant, boolean repair, List<Finding> findings) {
        if (isFirstOfTenant) {
            compareEndpoint(mapping, repair, findings);
        }
        compare(mapping, repair, findings);
    }

    private void compareEndpoint(PlatformMapping mapping, boolean repair, List<Finding> findings) {
        Optional<PlatformEndpoint> there = platforms
                .findTenant(mapping.platform(), mapping.platformTenant())
                .map(tenant -> new PlatformEndpoint(mapping.platform(), tenant.s3Endpoint()));
        if (there.isPresent() && !there.get().equals(mapping.endpoint())) {
            note(
                    findings,
                    mapping,
                    Difference.ENDPOINT_DIFFERS,
                    repair && mappings.replaceEndpoint(mapping, there.get()));
        }
    }

    private void compare(PlatformMapping mapping, boolean repair, List<Finding> findings) {
        if (mapping.isRemoved()) {
            note(findings, mapping, Difference.REMOVAL_UNFINISHED, repair && remove(mapping));
            return;
        }
        PlatformUserId counterpart = mapping.counterpart();
        if (counterpart == null || mapping.key() == null) {
            note(findings, mapping, Difference.UNFINISHED, false);
            if (counterpart != null && mapping.isFurther() && !shouldAct(mapping)) {
                // Its creation was interrupted before it looked whether the user was suspended meanwhile.
                boolean isActive = platforms
                        .findUser(mapping.platform(), counterpart)
                        .filter(PlatformUser::active)
                        .isPresent();
                compareStatus(mapping, counterpart, isActive, repair, findings);
            }
            return;
        }
        Optional<PlatformUser> there = platforms.findUser(mapping.platform(), counterpart);
        if (there.isEmpty()) {
            boolean isBack = repair && !mapping.isAdopted() && makeAnew(mapping, counterpart);
            note(findings, mapping, Difference.USER_MISSING, isBack);
            if (!isBack) {
                return;
            }
        }
        compareKeys(mapping, counterpart, repair, findings);
        // One that was made again is active.
        boolean isActive = there.map(PlatformUser::active).orElse(true);
        compareStatus(mapping, counterpart, isActive, repair, findings);
    }

    private void compareStatus(
            PlatformMapping mapping,
            PlatformUserId counterpart,
            boolean isActive,
            boolean repair,
            List<Finding> findings) {
        if (isActive != shouldAct(mapping)) {
            note(findings, mapping, Difference.STATUS_DIFFERS, repair && settleStatus(mapping, counterpart));
        }
    }

    private boolean remove(PlatformMapping mapping) {
        try {
            removal.removeUser(mapping.user().tenant(), mapping.user().id());
            return true;
        } catch (FailureException e) {
            // A concurrent call may have repeated the deletion.
            if (e.failure() instanceof Failure.NotFound) {
                return true;
            }
            UserId user = mapping.user().id();
            // It may be another platform that is away, for which the users of this one are not skipped.
            return mappings.listFurther(user, user).isEmpty() && refused(e);
        }
    }

    private static boolean shouldAct(PlatformMapping mapping) {
        return mapping.user().status() == Status.ACTIVE;
    }

    /** Whether the platform created the user with the same id; with another id it would own nothing of the old one. */
    private boolean makeAnew(PlatformMapping mapping, PlatformUserId counterpart) {
        try {
            return platforms
                    .createUser(mapping.platform(), mapping.platformTenant(), mapping.user())
                    .id()
                    .equals(counterpart);
        } catch (FailureException e) {
            return refused(e);
        }
    }

    private void compareKeys(
            PlatformMapping mapping, PlatformUserId counterpart, boolean repair, List<Finding> findings) {
        List<PlatformKey> there = platforms.listKeys(mapping.platform(), counterpart);
        boolean isOursThere = there.contains(mapping.key());
        if (!isOursThere) {
            note(findings, mapping, Difference.KEY_MISSING, repair && replaceKey(mapping, counterpart, there));
        } else if (there.size() > 1) {
            note(findings, mapping, Difference.KEYS_UNKNOWN, false);
        }
    }

    /** Prefers an existing key to a new one, as provisioning does. */
    private boolean replaceKey(PlatformMapping mapping, PlatformUserId counterpart, List<PlatformKey> there) {
        try {
            PlatformKey key = there.isEmpty() ? platforms.createKey(mapping.platform(), counterpart) : there.getFirst();
            boolean isRecorded = mappings.replacePlatformKey(mapping, key);
            if (!isRecorded && there.isEmpty()) {
                platforms.deleteKey(mapping.platform(), counterpart, key.accessKey());
            }
            return isRecorded;
        } catch (FailureException e) {
            return refused(e);
        }
    }

    /** Reads the row before and after, so that a concurrent change of the user's status is not reverted unnoticed. */
    private boolean settleStatus(PlatformMapping mapping, PlatformUserId counterpart) {
        try {
            Optional<PlatformMapping> before =
                    mappings.find(mapping.user().tenant(), mapping.user().id());
            before.ifPresent(it -> platforms.setUserActive(mapping.platform(), counterpart, shouldAct(it)));
            Optional<PlatformMapping> after =
                    mappings.find(mapping.user().tenant(), mapping.user().id());
            return before.isPresent()
                    && before.map(Reconciliation::shouldAct).equals(after.map(Reconciliation::shouldAct));
        } catch (FailureException e) {
            return refused(e);
        }
    }

    /** A platform that refuses leaves the difference unrepaired; one that does not answer ends the run. */
    private static boolean refused(FailureException e) {
        Failure failure = e.failure();
        if (failure instanceof Failure.PlatformRefused
                || failure instanceof Failure.NotOffered
                || failure instanceof Failure.NotEmpty) {
            return false;
        }
        throw e;
    }

    private static void note(List<Finding> findings, PlatformMapping mapping, Difference drift, boolean isRepaired) {
        findings.add(new Finding(mapping.user().tenant(), mapping.user().id(), drift, isRepaired));
    }
}
