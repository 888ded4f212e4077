package dev.ose.adapter.embedded.store;

import java.util.Optional;

/** Keys in the order of their UTF-8 bytes, which is the order of their code points. */
final class KeyOrder {

    private KeyOrder() {}

    /** The least text after all texts with this prefix; empty if there is none. */
    static Optional<String> afterPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(prefix.substring(0, end) + Character.toString(next));
            }
        }
        return Optional.empty();
    }
}
