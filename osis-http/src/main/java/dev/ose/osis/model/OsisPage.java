package dev.ose.osis.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a list. */
public record OsisPage<T>(List<T> items, @Nullable PageInfo pageInfo) {

    public OsisPage {
        items = PresentValues.list(items);
    }

    /** How many there are on all pages, so far as the service tells; at least those of this one. */
    public long total() {
        Long told = pageInfo == null ? null : pageInfo.total();
        return told == null ? items.size() : Math.max(told, items.size());
    }
}
