package dev.ose.server.sync;

/** A platform listed a key out of order: such a listing cannot be compared. */
final class UnorderedListingException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARS = 100;

    UnorderedListingException(String previous, String next) {
        super("The platform listed " + shown(next) + " after " + shown(previous) + ", which is not in byte order.");
    }

    private static String shown(String key) {
        if (key.isEmpty()) {
            return "nothing";
        }
        StringBuilder text = new StringBuilder("\"");
        key.codePoints()
                .limit(SHOWN_CHARS)
                .forEach(each -> text.appendCodePoint(Character.isISOControl(each) ? '?' : each));
        return text.append('"').toString();
    }
}
