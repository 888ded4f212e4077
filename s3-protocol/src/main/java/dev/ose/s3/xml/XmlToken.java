package dev.ose.s3.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Collects one piece of markup, from its {@code <} to its closing {@code >}, and takes it apart. */
final class XmlToken {

    /** The kind of a piece of markup. */
    enum Kind {
        START,
        EMPTY,
        END,
        /** A declaration, a processing instruction, a comment or a CDATA section. */
        OTHER
    }

    private static final String CDATA = "<![CDATA[";
    private static final String CDATA_END = "]]>";
    private static final String COMMENT = "<!--";
    private static final Map<String, String> ENTITIES =
            Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'");

    private final int maxBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte quote;
    private byte previous;
    private byte beforePrevious;
    private boolean isOpen;
    private boolean isInstruction;
    private boolean isDeclaration;
    private boolean isSection;

    XmlToken(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    boolean isOpen() {
        return isOpen;
    }

    void open() {
        bytes.reset();
        bytes.write('<');
        quote = 0;
        previous = 0;
        beforePrevious = 0;
        isOpen = true;
        isInstruction = false;
        isDeclaration = false;
        isSection = false;
    }

    /** Adds a byte; whether the piece is complete now. */
    boolean add(byte octet) {
        if (bytes.size() == maxBytes) {
            throw new MalformedXmlException("markup too long");
        }
        classify(octet);
        bytes.write(octet);
        boolean complete = octet == '>' && closes();
        if (!isInstruction && !isDeclaration) {
            trackQuotes(octet);
        }
        beforePrevious = previous;
        previous = octet;
        return complete;
    }

    byte[] take() {
        isOpen = false;
        return bytes.toByteArray();
    }

    /** Two bytes determine the kind of markup; a document type declaration is refused as soon as it is recognised. */
    private void classify(byte octet) {
        if (bytes.size() == 1) {
            isInstruction = octet == '?';
            isDeclaration = octet == '!';
        } else if (bytes.size() == 2 && isDeclaration) {
            isSection = octet == '[';
            if (!isSection && octet != '-') {
                throw new MalformedXmlException("document type");
            }
        }
    }

    private boolean closes() {
        if (isInstruction) {
            return previous == '?' && bytes.size() > 3;
        }
        if (isSection) {
            return previous == ']' && beforePrevious == ']' && isCharacterData();
        }
        if (isDeclaration) {
            return previous == '-' && beforePrevious == '-' && bytes.size() >= COMMENT.length() + 3;
        }
        return quote == 0;
    }

    private boolean isCharacterData() {
        String section = bytes.toString(StandardCharsets.ISO_8859_1);
        if (!section.startsWith(CDATA)) {
            throw new MalformedXmlException("unknown section");
        }
        return section.length() >= CDATA.length() + CDATA_END.length();
    }

    private void trackQuotes(byte octet) {
        if (octet == '"' || octet == '\'') {
            if (quote == 0) {
                quote = octet;
            } else if (quote == octet) {
                quote = 0;
            }
        } else if (octet == '<') {
            throw new MalformedXmlException("tag inside a tag");
        }
    }

    static Kind kind(byte[] tag) {
        return switch (tag[1]) {
            case '/' -> Kind.END;
            case '?', '!' -> Kind.OTHER;
            default -> tag[tag.length - 2] == '/' ? Kind.EMPTY : Kind.START;
        };
    }

    /** Refuses an XML declaration that announces another encoding than UTF-8. */
    static void requireUtf8(byte[] tag) {
        String declaration = new String(tag, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        int encoding = declaration.indexOf("encoding");
        if (declaration.startsWith("<?xml ")
                && encoding >= 0
                && !declaration.startsWith("utf-8", valueStart(declaration, encoding))) {
            throw new MalformedXmlException("encoding other than UTF-8");
        }
    }

    private static int valueStart(String declaration, int attribute) {
        int start = declaration.indexOf('=', attribute) + 1;
        while (start < declaration.length() && " \t\r\n\"'".indexOf(declaration.charAt(start)) >= 0) {
            start++;
        }
        return start;
    }

    /** The name in the tag without its prefix. */
    static String name(byte[] tag) {
        String name = qualifiedName(tag);
        return name.substring(name.indexOf(':') + 1);
    }

    static String qualifiedName(byte[] tag) {
        int start = tag[1] == '/' ? 2 : 1;
        int end = start;
        while (tag[end] != '>' && tag[end] != '/' && !XmlReader.isSpace(tag[end])) {
            if (tag[end] >= 0 && tag[end] < ' ') {
                throw new MalformedXmlException("control character in a name");
            }
            end++;
        }
        if (end == start) {
            throw new MalformedXmlException("tag without a name");
        }
        return new String(tag, start, end - start, StandardCharsets.UTF_8);
    }

    /** The text that character data stands for: references resolved, CDATA opened, comments dropped. */
    static String characters(byte[] raw) {
        String text = XmlRewriter.utf8(raw);
        StringBuilder characters = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '&') {
                int end = text.indexOf(';', i);
                characters.append(reference(end < 0 ? "" : text.substring(i + 1, end)));
                i = end + 1;
            } else if (text.startsWith(CDATA, i)) {
                int end = text.indexOf(CDATA_END, i);
                characters.append(text, i + CDATA.length(), end);
                i = end + CDATA_END.length();
            } else if (c == '<') {
                i = afterMarkup(text, i);
            } else {
                characters.append(c);
                i++;
            }
        }
        return characters.toString();
    }

    /** The end of a comment or processing instruction; nothing else in text is markup. */
    private static int afterMarkup(String text, int start) {
        boolean isComment = text.startsWith(COMMENT, start);
        String mark = isComment ? "-->" : "?>";
        int body = start + (isComment ? COMMENT.length() : 2);
        int end = isComment || text.startsWith("<?", start) ? text.indexOf(mark, body) : -1;
        if (end < 0) {
            throw new MalformedXmlException("markup declaration in text");
        }
        return end + mark.length();
    }

    private static String reference(String name) {
        String entity = ENTITIES.get(name);
        if (entity != null) {
            return entity;
        }
        try {
            if (name.startsWith("#x")) {
                return Character.toString(Integer.parseInt(name.substring(2), 16));
            }
            if (name.startsWith("#")) {
                return Character.toString(Integer.parseInt(name.substring(1)));
            }
        } catch (IllegalArgumentException notACodePoint) {
            // Refused below, like an entity that XML does not define.
        }
        throw new MalformedXmlException("unknown entity");
    }
}
