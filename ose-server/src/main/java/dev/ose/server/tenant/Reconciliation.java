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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares our rows with the platforms, user by user, and repairs what can be repaired without a loss. One node at a time
 * does it. Blocks on database and platforms; may be repeated at any time, and be broken off anywhere.
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

    /** A difference, and whether it is one no longer. */
    public record Finding(TenantId tenant, UserId user, Difference drift, boolean isRepaired) {}

    /**
     * What was found.
     *
     * @param checked how many users were looked at
     * @param next go on behind this user; null at the end
     */
    public record Report(
            int checked, List<Finding> findings, @Nullable UserId next) {

        public Report {
            findings = List.copyOf(findings);
        }
    }

    /**
     * Looks at the users behind {@code after}, null from the start, at most {@code limit} of them.
     *
     * @throws FailureException {@code Busy} while it is done elsewhere, {@code PlatformUnreachable}
     */
    public Report run(@Nullable UserId after, int limit, boolean repair) {
        return run(after, limit, repair, new Without(Set.of(), false)).report();
    }

    /**
     * What a run does without.
     *
     * @param platforms those whose users are passed over
     * @param mayGrow whether one that does not answer becomes one of them; else it ends the page
     */
    public record Without(Set<PlatformId> platforms, boolean mayGrow) {

        public Without {
            platforms = Set.copyOf(platforms);
        }
    }

    /**
     * A page of a run that does without some platforms.
     *
     * @param report of those who were looked at
     * @param passedOver the platforms that the run does without from now on
     * @param skipped how many users of theirs the page had
     */
    public record Part(Report report, Set<PlatformId> passedOver, int skipped) {

        public Part {
            passedOver = Set.copyOf(passedOver);
        }
    }

    /**
     * As {@link #run(UserId, int, boolean)}, but for users of some platforms.
     *
     * @throws FailureException {@code Busy}; what keeps a platform from answering, unless it may be done without
     */
    public Part run(@Nullable UserId after, int limit, boolean repair, Without without) {
        return exclusive.alone(NAME, () -> {
            List<PlatformMapping> page = mappings.list(after, limit);
            List<Finding> findings = new ArrayList<>();
            Set<TenantId> seen = new HashSet<>();
            Set<PlatformId> passedOver = new HashSet<>(without.platforms());
            int skipped = 0;
            for (PlatformMapping mapping : page) {
                boolean isLookedAt = !passedOver.contains(mapping.platform())
                        && answers(
                                without.mayGrow(),
                                () -> look(mapping, seen.add(mapping.user().tenant()), repair, findings));
                if (!isLookedAt) {
                    passedOver.add(mapping.platform());
                    skipped++;
                }
            }
            UserId next = page.size() < limit ? null : page.getLast().user().id();
            return new Part(new Report(page.size() - skipped, findings, next), passedOver, skipped);
        });
    }

    /** Whether the platform was there for it; throws what it throws, unless that is to be told from an answer. */
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
            // As of a platform that this node's options lack, which an operator may have taken out for good.
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
            // One whom the platform tells nothing of keeps nobody from hearing of the next.
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
        boolean isActive = there.map(PlatformUser::active).orElse(true);
        if (isActive != shouldAct(mapping)) {
            note(findings, mapping, Difference.STATUS_DIFFERS, repair && settleStatus(mapping, counterpart));
        }
    }

    private boolean remove(PlatformMapping mapping) {
        try {
            removal.removeUser(mapping.user().tenant(), mapping.user().id());
            return true;
        } catch (FailureException e) {
            // Somebody may have repeated the removal meanwhile.
            return e.failure() instanceof Failure.NotFound || refused(e);
        }
    }

    private static boolean shouldAct(PlatformMapping mapping) {
        return mapping.user().status() == Status.ACTIVE;
    }

    /** Whether the platform made it under the id that we know; under another one, it would own nothing of the old one's. */
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

    /** Takes a key that is there before it makes one, as the first one was taken or made. */
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

    /** Reads the row before and after, so that somebody who disables the user meanwhile is not undone for good. */
    private boolean settleStatus(PlatformMapping mapping, PlatformUserId counterpart) {
        try {
            Optional<PlatformMapping> before =
                    mappings.find(mapping.user().tenant(), mapping.user().id());
            before.ifPresent(it -> platforms.setUserActive(it.platform(), counterpart, shouldAct(it)));
            Optional<PlatformMapping> after =
                    mappings.find(mapping.user().tenant(), mapping.user().id());
            return before.isPresent()
                    && before.map(Reconciliation::shouldAct).equals(after.map(Reconciliation::shouldAct));
        } catch (FailureException e) {
            return refused(e);
        }
    }

    /** A platform that refuses leaves this one unrepaired; one that does not answer ends the run. */
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
