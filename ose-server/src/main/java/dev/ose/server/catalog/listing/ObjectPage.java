package dev.ose.server.catalog.listing;

import dev.ose.server.catalog.IndexedObject;
import java.util.List;
import java.util.Optional;

/**
 * A page of a bucket; keys and common prefixes are each in byte order.
 *
 * @param end where the page ends if there is more; otherwise empty
 */
public record ObjectPage(List<IndexedObject> objects, List<String> commonPrefixes, Optional<Position> end) {

    public ObjectPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
