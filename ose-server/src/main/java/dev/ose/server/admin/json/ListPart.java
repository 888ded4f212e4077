package dev.ose.server.admin.json;

import dev.ose.server.catalog.rsql.RosterFilters;
import dev.ose.server.roster.Answer;
import dev.ose.server.roster.Condition;
import dev.ose.server.roster.Question;
import dev.ose.server.roster.Roster;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list to show.
 *
 * @param filter in RSQL; everything if absent
 * @param order the name of a property, with a minus sign in front for the reverse; the usual order if absent
 * @param after what the page before told as next
 * @param limit how many, 100 if absent and 1000 at most
 * @param total whether to count all that meet the filter
 */
public record ListPart(
        @Nullable String filter,
        @Nullable String order,
        @Nullable String after,
        @Nullable Integer limit,
        @Nullable Boolean total) {

    private static final int USUAL = 100;

    /** What the list is asked. Fails with {@code Invalid}, which names the parameter. */
    public Question question(Roster roster, Condition... further) {
        Condition filtered = RosterFilters.read(roster, Objects.requireNonNullElse(filter, ""));
        Roster.Order wanted = order(roster);
        return new Question(
                further.length == 0
                        ? filtered
                        : new Condition.All(Stream.concat(Stream.of(further), Stream.of(filtered))
                                .toList()),
                wanted,
                Cursor.read(roster, wanted, Objects.requireNonNullElse(after, "")),
                Input.limit(limit, USUAL),
                Boolean.TRUE.equals(total));
    }

    private Roster.Order order(Roster roster) {
        if (order == null || order.isEmpty()) {
            return roster.usual();
        }
        Roster.Order wanted = Roster.Order.by(order);
        if (roster.find(wanted.property()).isEmpty()) {
            throw new FailureException(new Failure.Invalid(
                    "order", "may be " + roster.names() + ", with a minus sign in front for the reverse"));
        }
        return wanted;
    }

    /** The page that shows an answer to the question. */
    public static <D, V> Page<V> page(Question question, Answer<D> answer, Function<? super D, ? extends V> view) {
        List<V> items = answer.items().stream().<V>map(view).toList();
        return new Page<>(
                items, answer.next() == null ? null : Cursor.text(question.order(), answer.next()), answer.total());
    }
}
