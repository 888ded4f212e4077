package dev.ose.server.admin.json;

import dev.ose.server.catalog.rsql.ListFilters;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListPage;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which part of a list to show. */
public record ListPart(
        @Parameter(description = "In RSQL; everything if absent.") @Nullable
        String filter,

        @Parameter(description = "The name of a property, with a minus sign in front for the reverse.") @Nullable
        String order,

        @Parameter(description = "The next of the page before.") @Nullable
        String after,

        @PageLimit @Nullable Integer limit,

        @Parameter(description = "Whether to count all that meet the filter.") @Nullable
        Boolean total) {

    private static final int DEFAULT = 100;

    /** The query of these parameters. Fails with {@code Invalid}, which names the parameter. */
    public ListQuery query(AdminList list, ListFilter... further) {
        ListFilter filtered = ListFilters.read(list, Objects.requireNonNullElse(filter, ""));
        AdminList.Order wanted = order(list);
        return new ListQuery(
                further.length == 0
                        ? filtered
                        : new ListFilter.All(Stream.concat(Stream.of(further), Stream.of(filtered))
                                .toList()),
                wanted,
                Cursor.decode(list, wanted, Objects.requireNonNullElse(after, "")),
                Input.limit(limit, DEFAULT),
                Boolean.TRUE.equals(total));
    }

    private AdminList.Order order(AdminList list) {
        if (order == null || order.isEmpty()) {
            return list.defaultOrder();
        }
        AdminList.Order wanted = AdminList.Order.by(order);
        if (list.find(wanted.property()).isEmpty()) {
            throw new FailureException(new Failure.Invalid(
                    "order", "may be " + list.names() + ", with a minus sign in front for the reverse"));
        }
        return wanted;
    }

    /** The JSON document of a page. */
    public static <D, V> Page<V> page(ListQuery query, ListPage<D> page, Function<? super D, ? extends V> view) {
        List<V> items = page.items().stream().<V>map(view).toList();
        return new Page<>(items, page.next() == null ? null : Cursor.encode(query.order(), page.next()), page.total());
    }
}
