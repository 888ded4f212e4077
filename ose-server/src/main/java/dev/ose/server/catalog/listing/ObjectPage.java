package dev.ose.server.catalog.listing;

import dev.ose.server.catalog.IndexedObject;
import java.util.List;
import java.util.Optional;

/**
 * A page of a bucket, its keys and its common prefixes each in the order of their bytes.
 *
 * @param end where it ends if there is more behind it
 */
public record ObjectPage(List<IndexedObject> objects, List<String> commonPrefixes, Optional<Position> end) {

    public ObjectPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
