package dev.ose.server.sync;

/** A platform listed a key that does not follow the one before it: nothing can be concluded from such a listing. */
final class UnorderedListingException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARS = 100;

    UnorderedListingException(String previous, String next) {
        super("The platform listed " + shown(next) + " behind " + shown(previous)
                + ", which is not the order of their bytes.");
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
