package dev.ose.server.sync;

import java.util.List;

/**
 * A page of a platform's listing, in the order of the response.
 *
 * @param truncated whether more objects follow
 */
public record ListedPage(List<PlatformObject> objects, boolean truncated) {

    public ListedPage {
        objects = List.copyOf(objects);
    }
}
