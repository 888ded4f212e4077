package dev.ose.s3.policy;

import java.util.List;
import java.util.Locale;

/**
 * One statement of a policy.
 *
 * @param isNotAction whether it is about every action but those listed
 * @param isNotResource whether it is about every resource but those listed
 */
record Statement(
        Effect effect,
        List<Pattern> actions,
        boolean isNotAction,
        List<Pattern> resources,
        boolean isNotResource,
        List<Condition> conditions) {

    /** What follows where a statement applies. */
    enum Effect {
        ALLOW,
        DENY
    }

    Statement {
        actions = List.copyOf(actions);
        resources = List.copyOf(resources);
        conditions = List.copyOf(conditions);
    }

    /** Where it cannot be told, a statement that denies applies and one that allows does not. */
    boolean applies(AccessRequest request) {
        Truth truth = isAbout(actions, isNotAction, request.action().toLowerCase(Locale.ROOT), request)
                .and(isAbout(resources, isNotResource, request.resource(), request));
        if (truth != Truth.NO) {
            truth = truth.and(Truth.every(conditions, condition -> condition.holds(request.context())));
        }
        return switch (effect) {
            case ALLOW -> truth == Truth.YES;
            case DENY -> truth != Truth.NO;
        };
    }

    private static Truth isAbout(List<Pattern> listed, boolean inverted, String value, AccessRequest request) {
        Truth isListed = Truth.any(listed, pattern -> pattern.matches(value, request.context()));
        return inverted ? isListed.not() : isListed;
    }
}
