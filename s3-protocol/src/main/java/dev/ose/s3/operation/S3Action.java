package dev.ose.s3.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An action of S3: one row of the table of all actions, which the enums that implement it make up. */
public sealed interface S3Action
        permits ServiceAction, BucketAction, ObjectAction, BucketSubresource.Action, ObjectSubresource.Action {

    /** The row. */
    ActionTraits traits();

    /** The name in the API reference, such as {@code GetBucketAcl}. */
    default String actionName() {
        return traits().name();
    }

    /** Whether it may change anything. */
    default boolean isWrite() {
        return traits().isWrite();
    }

    /** The class by which it is billed. */
    default RequestClass requestClass() {
        return traits().requestClass();
    }

    /** The permissions that the operation needs on its bucket or object; details of a request may need more. */
    default List<ActionPermission> permissions() {
        return traits().permissions();
    }

    /** Whether it has this property. */
    default boolean has(ActionTrait trait) {
        return traits().traits().contains(trait);
    }

    /** Whether this query parameter selects it with this method. */
    default boolean isSelectedBy(String selector, S3Method method) {
        return selector.equals(traits().selector()) && method == traits().method();
    }

    /** All actions. */
    static Stream<S3Action> all() {
        return Stream.<S3Action[]>of(
                        ServiceAction.values(),
                        BucketAction.values(),
                        BucketSubresource.Action.values(),
                        ObjectAction.values(),
                        ObjectSubresource.Action.values())
                .flatMap(Arrays::stream);
    }

    /** The first of these that the query parameter selects with the method. */
    static <A extends S3Action> Optional<A> find(A[] actions, String selector, S3Method method) {
        return Arrays.stream(actions)
                .filter(action -> action.isSelectedBy(selector, method))
                .findFirst();
    }
}
