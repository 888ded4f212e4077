package dev.ose.server.sync;

import java.util.List;

/**
 * Part of a platform's listing, in the order in which it came.
 *
 * @param truncated whether there are objects behind the last one
 */
public record ListedPage(List<PlatformObject> objects, boolean truncated) {

    public ListedPage {
        objects = List.copyOf(objects);
    }
}
