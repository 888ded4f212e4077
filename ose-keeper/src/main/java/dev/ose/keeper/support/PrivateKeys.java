package dev.ose.keeper.support;

/**
 * Hides private keys in PEM (RFC 7468), on one line or over several; a log may prefix each line. Only text that looks
 * like a key is hidden after the header, so that a header without a footer hides nothing else. Not thread-safe: it
 * keeps the state between lines.
 */
final class PrivateKeys {

    private static final String BEGIN = "-----begin ";
    private static final String END = "-----end ";
    private static final String LABEL_END = "private key-----";

    /** An RSA key of 16,384 bits has some 200. */
    private static final int MAX_LINES = 256;

    private int linesLeft;

    /** Hides the parts of keys in the next line. */
    void hide(Line line) {
        int position = 0;
        if (linesLeft > 0) {
            linesLeft--;
            int last = line.find(END, 0);
            line.hide(lastWord(line, last), last);
            position = endOfKey(line, last);
        }
        int begin = beginningOfKey(line, position);
        while (begin < line.length()) {
            linesLeft = MAX_LINES;
            int end = endOfKey(line, begin);
            line.hide(begin, end);
            begin = beginningOfKey(line, end);
        }
    }

    private static int beginningOfKey(Line line, int from) {
        int position = line.find(BEGIN, from);
        while (position < line.length()) {
            int label = position + BEGIN.length();
            int dashes = line.past(label, c -> c != '-');
            if (line.says(dashes - LABEL_END.indexOf('-'), LABEL_END)) {
                return position;
            }
            position = line.find(BEGIN, dashes);
        }
        return position;
    }

    /** The end of the key around a position, including its footer; the end of the line if the footer is not on it. */
    private int endOfKey(Line line, int from) {
        int end = line.find(END, from);
        if (end == line.length()) {
            return end;
        }
        linesLeft = 0;
        int dashes = line.past(end + END.length(), c -> c != '-');
        return line.past(dashes, c -> c == '-');
    }

    /** The start of the last word before a position if it may be part of a key; else the position. */
    private static int lastWord(Line line, int before) {
        int position = before;
        while (SecretShapes.isOfBase64(line.at(position - 1)) || line.at(position - 1) == '=') {
            position--;
        }
        return position == 0 || Line.isSpace(line.at(position - 1)) ? position : before;
    }
}
