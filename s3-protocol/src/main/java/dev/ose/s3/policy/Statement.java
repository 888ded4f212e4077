package dev.ose.s3.policy;

import java.util.List;

/**
 * One statement of a policy.
 *
 * @param id its place and name
 * @param isNotAction whether it is about every action but those listed
 * @param isNotResource whether it is about every resource but those listed
 */
record Statement(
        StatementId id,
        Effect effect,
        List<Pattern> actions,
        boolean isNotAction,
        List<Pattern> resources,
        boolean isNotResource,
        List<Condition> conditions) {

    /** The effect of a statement that applies. */
    enum Effect {
        ALLOW,
        DENY
    }

    Statement {
        actions = List.copyOf(actions);
        resources = List.copyOf(resources);
        conditions = List.copyOf(conditions);
    }

    /** The same for these principals: claims of other issuers are undetermined, in any condition. */
    Statement about(List<Principal> principals) {
        List<Condition> narrowed = conditions.stream()
                .map(condition -> condition.isOfOthers(principals) ? condition.undetermined() : condition)
                .toList();
        return new Statement(id, effect, actions, isNotAction, resources, isNotResource, narrowed);
    }

    /**
     * If undetermined, a statement that denies applies and one that allows does not.
     *
     * @param action the code points of the request's action, in lower case
     * @param resource those of its resource
     */
    boolean applies(int[] action, int[] resource, RequestContext context) {
        TriState truth = isAbout(actions, isNotAction, action, context);
        if (truth != TriState.NO) {
            truth = truth.and(isAbout(resources, isNotResource, resource, context));
        }
        if (truth != TriState.NO) {
            truth = truth.and(TriState.every(conditions, condition -> condition.holds(context)));
        }
        return switch (effect) {
            case ALLOW -> truth == TriState.YES;
            case DENY -> truth != TriState.NO;
        };
    }

    private static TriState isAbout(List<Pattern> listed, boolean inverted, int[] value, RequestContext context) {
        TriState isListed = TriState.any(listed, pattern -> pattern.matches(value, context));
        return inverted ? isListed.not() : isListed;
    }
}
