package dev.ose.s3.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Appends one XML document to a byte buffer, element by element. Text is escaped so that every code point survives:
 * controls below U+0020 become numeric references as S3 writes them, an unpaired surrogate becomes U+FFFD. Element and
 * attribute names are the caller's constants and are checked. Not thread-safe.
 */
public final class XmlWriter {

    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private final Deque<String> open = new ArrayDeque<>();

    public XmlWriter() {
        ascii(DECLARATION);
    }

    /** Opens an element; {@link #end()} closes it. */
    public XmlWriter start(String name) {
        open(name);
        out.write('>');
        return this;
    }

    /** Opens an element that declares the default namespace. */
    public XmlWriter start(String name, String namespace) {
        open(name);
        attribute("xmlns", namespace);
        out.write('>');
        return this;
    }

    /** Opens an element that carries an {@code xsi:type}, as a grantee in an access control list does. */
    public XmlWriter startTyped(String name, String type) {
        open(name);
        attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
        attribute("xsi:type", type);
        out.write('>');
        return this;
    }

    /** Closes the element opened last. */
    public XmlWriter end() {
        String name = open.pop();
        ascii("</");
        ascii(name);
        out.write('>');
        return this;
    }

    /** Appends escaped text to the open element. */
    public XmlWriter text(String text) {
        XmlEscaping.escape(text, out);
        return this;
    }

    /** Appends an element with a text. */
    public XmlWriter element(String name, String text) {
        return start(name).text(text).end();
    }

    /** Appends an element with a number. */
    public XmlWriter element(String name, long number) {
        return element(name, Long.toString(number));
    }

    /** Appends an element with {@code true} or {@code false}. */
    public XmlWriter element(String name, boolean claim) {
        return element(name, Boolean.toString(claim));
    }

    /** Appends an element, or nothing when there is no text. */
    public XmlWriter optional(String name, @Nullable String text) {
        return text == null ? this : element(name, text);
    }

    /** The finished document. Throws {@link IllegalStateException} while an element is open. */
    public byte[] toBytes() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("element still open: " + open.peek());
        }
        return out.toByteArray();
    }

    private void open(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException("not an element name");
        }
        out.write('<');
        ascii(name);
        open.push(name);
    }

    private void attribute(String name, String value) {
        out.write(' ');
        ascii(name);
        ascii("=\"");
        XmlEscaping.escape(value, out);
        out.write('"');
    }

    private void ascii(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && isLetter(name.charAt(0))
                && name.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_');
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
