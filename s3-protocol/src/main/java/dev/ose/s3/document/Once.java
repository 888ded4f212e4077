package dev.ose.s3.document;

import dev.ose.s3.xml.MalformedXmlException;
import java.util.HashSet;
import java.util.Set;

/**
 * The children of one element that may stand in it once. Which of two counts would be a reader's choice, and the
 * platform's choice might differ from the one that was authorised and counted here.
 */
final class Once {

    private final Set<String> seen = new HashSet<>();

    /** Gives the name back; throws {@link MalformedXmlException} if it was given before. */
    String of(String child) {
        if (!seen.add(child)) {
            throw new MalformedXmlException("repeated element");
        }
        return child;
    }
}
