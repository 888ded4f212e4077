package dev.ose.server.admin.core;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.PageLimit;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which part of a list to show, by offset. */
record CoreListPart(
        @Parameter(description = "How many to leave out.") @Nullable
        Integer offset,

        @PageLimit @Nullable Integer limit,

        @Parameter(description = "In RSQL; everything if absent.") @Nullable
        String filter,

        @Parameter(description = "The name of a property, with a minus sign in front for the reverse.") @Nullable
        String order) {

    private static final int DEFAULT_LIMIT = 100;

    /** The query of a whole list, which has no more than a page can hold. Fails with {@code Invalid}. */
    ListQuery query(AdminList list) {
        return new ListPart(filter, order, null, Page.MAX_SIZE, null).query(list);
    }

    /** The part of the whole list. Fails with {@code Invalid}. */
    <D, V> CorePage<V> of(List<D> all, Function<? super D, ? extends V> view) {
        return CorePage.of(all, Objects.requireNonNullElse(offset, 0), Input.limit(limit, DEFAULT_LIMIT), view);
    }
}
