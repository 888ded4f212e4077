package dev.ose.server.audit;

/** Texts of callers on their way into entries. */
final class AuditText {

    private static final int MAX_CHARS = 256;
    private static final char REPLACEMENT = '\uFFFD';

    private AuditText() {}

    /** The text without control characters and unpaired surrogates, which the database or a syslog line cannot hold. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().limit(MAX_CHARS).forEach(each -> {
            boolean isUnusable = Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE;
            plain.appendCodePoint(isUnusable ? REPLACEMENT : each);
        });
        return plain.toString();
    }
}
