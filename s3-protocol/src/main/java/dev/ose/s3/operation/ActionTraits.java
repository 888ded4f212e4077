package dev.ose.s3.operation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is declared of one action: a row of the enums that implement {@link S3Action}. The members of its request are in
 * {@code request-members.txt}.
 *
 * @param name its name in the API reference, such as {@code GetBucketAcl}
 * @param selector the query parameter that selects it; null for none
 * @param method the method that goes with the selector; null without one
 * @param isWrite whether it may change anything
 * @param requestClass how it is billed, which does not follow from whether it writes
 * @param permissions what the operation needs on its bucket or object; details of a request may need more
 */
public record ActionTraits(
        String name,
        @Nullable String selector,
        @Nullable S3Method method,
        boolean isWrite,
        RequestClass requestClass,
        List<ActionPermission> permissions,
        Set<ActionTrait> traits) {

    public ActionTraits {
        permissions = List.copyOf(permissions);
        traits = Set.copyOf(traits);
    }

    static ActionTraits read(String name) {
        return new ActionTraits(name, null, null, false, RequestClass.READ, List.of(), Set.of());
    }

    static ActionTraits list(String name) {
        return read(name).billedAs(RequestClass.LIST);
    }

    static ActionTraits write(String name) {
        return new ActionTraits(name, null, null, true, RequestClass.WRITE, List.of(), Set.of());
    }

    static ActionTraits delete(String name) {
        return write(name).billedAs(RequestClass.DELETE);
    }

    ActionTraits at(S3Method method, String selector) {
        return new ActionTraits(name, selector, method, isWrite, requestClass, permissions, traits);
    }

    ActionTraits billedAs(RequestClass requestClass) {
        return new ActionTraits(name, selector, method, isWrite, requestClass, permissions, traits);
    }

    /** One more permission, the same for every version. */
    ActionTraits needs(String permission) {
        return needs(permission, permission);
    }

    /** One more permission. */
    ActionTraits needs(String current, String ofVersion) {
        List<ActionPermission> more = Stream.concat(
                        permissions.stream(), Stream.of(new ActionPermission(current, ofVersion)))
                .toList();
        return new ActionTraits(name, selector, method, isWrite, requestClass, more, traits);
    }

    ActionTraits with(ActionTrait... more) {
        Set<ActionTrait> all = EnumSet.noneOf(ActionTrait.class);
        all.addAll(traits);
        all.addAll(List.of(more));
        return new ActionTraits(name, selector, method, isWrite, requestClass, permissions, all);
    }
}
