package dev.ose.osis.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a list. */
public record OsisPage<T>(List<T> items, @Nullable PageInfo pageInfo) {

    public OsisPage {
        items = PresentValues.list(items);
    }

    /** The number of items on all pages as the service reports it; at least the number on this page. */
    public long total() {
        Long reported = pageInfo == null ? null : pageInfo.total();
        return reported == null ? items.size() : Math.max(reported, items.size());
    }
}
