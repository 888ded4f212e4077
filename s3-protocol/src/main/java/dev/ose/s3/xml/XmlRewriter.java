package dev.ose.s3.xml;

import dev.ose.s3.UriEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Copies a UTF-8 XML document from chunks of any size to a stream, replaces the texts of the elements that its rules
 * choose and leaves out elements whose names are not known, with all that is in them; every other byte is copied as it
 * came, white space before the root included and at once, because a platform sends it to keep a slow answer alive.
 * Holds one tag or one chosen text at a time, at most 64 KiB. Refuses with {@link MalformedXmlException} a DTD, more
 * than 16 levels, tags that do not match and a document cut short. It checks no more than that: code that needs a fact
 * of the document reads it with {@link XmlReader}. Not thread-safe.
 */
public final class XmlRewriter {

    private static final int MAX_TOKEN_BYTES = 64 * 1024;
    private static final int MAX_DEPTH = 16;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final List<XmlRewriteRule> rules;
    private final BiPredicate<String, String> isKnown;
    private final OutputStream out;
    private final XmlToken token = new XmlToken(MAX_TOKEN_BYTES);
    private final Deque<String> open = new ArrayDeque<>();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable XmlRewriteRule chosen;
    private @Nullable String root;
    private int markBytes;
    /** The number of open elements, counted from the outermost that is left out. */
    private int leftOut;

    /** One that leaves out nothing. The first rule that matches an element wins. */
    public XmlRewriter(List<XmlRewriteRule> rules, OutputStream out) {
        this(rules, (root, name) -> true, out);
    }

    /**
     * The same.
     *
     * @param isKnown whether an element stays, by the local names of the root and its own; the root always does
     */
    public XmlRewriter(List<XmlRewriteRule> rules, BiPredicate<String, String> isKnown, OutputStream out) {
        this.rules = List.copyOf(rules);
        this.isKnown = isKnown;
        this.out = out;
    }

    /** Takes the next bytes of the document. */
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int position = offset;
        while (position < end) {
            if (token.isOpen()) {
                if (token.add(bytes[position++])) {
                    markup(token.take());
                }
            } else {
                int start = position;
                while (position < end && bytes[position] != '<') {
                    position++;
                }
                text(bytes, start, position - start);
                if (position < end) {
                    token.open();
                    position++;
                }
            }
        }
    }

    /** Ends the document. */
    public void finish() {
        if (root == null || !open.isEmpty() || token.isOpen()) {
            throw new MalformedXmlException("document cut short");
        }
    }

    /** The local name of the root element, as soon as it was seen. */
    public Optional<String> root() {
        return Optional.ofNullable(root);
    }

    private void text(byte[] bytes, int offset, int length) throws IOException {
        if (open.isEmpty()) {
            requireSpace(bytes, offset, length);
        }
        if (leftOut > 0) {
            return;
        }
        if (chosen == null) {
            out.write(bytes, offset, length);
        } else {
            hold(bytes, offset, length);
        }
    }

    private void hold(byte[] bytes, int offset, int length) {
        if (held.size() + length > MAX_TOKEN_BYTES) {
            throw new MalformedXmlException("text too long");
        }
        held.write(bytes, offset, length);
    }

    /** Only white space may stand outside the root, and a byte order mark in front of everything. */
    private void requireSpace(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (markBytes < BYTE_ORDER_MARK.length && bytes[i] == BYTE_ORDER_MARK[markBytes]) {
                markBytes++;
            } else if (XmlReader.isSpace(bytes[i])) {
                markBytes = BYTE_ORDER_MARK.length;
            } else {
                throw new MalformedXmlException("text outside the root");
            }
        }
    }

    private void markup(byte[] tag) throws IOException {
        markBytes = BYTE_ORDER_MARK.length;
        switch (XmlToken.kind(tag)) {
            case START -> start(tag);
            case EMPTY -> empty(tag);
            case END -> end(tag);
            case OTHER -> {
                XmlToken.requireUtf8(tag);
                if (leftOut == 0 && chosen == null) {
                    out.write(tag);
                } else if (leftOut == 0) {
                    hold(tag, 0, tag.length);
                }
            }
        }
    }

    private void start(byte[] tag) throws IOException {
        release();
        String name = XmlToken.name(tag);
        push(name);
        if (isLeftOut(name)) {
            leftOut++;
            return;
        }
        out.write(tag);
        chosen = match();
    }

    private boolean isLeftOut(String name) {
        return leftOut > 0 || (open.size() > 1 && !isKnown.test(Objects.requireNonNull(root), name));
    }

    private void empty(byte[] tag) throws IOException {
        release();
        String name = XmlToken.name(tag);
        push(name);
        if (isLeftOut(name)) {
            open.pop();
            return;
        }
        XmlRewriteRule rule = match();
        String text = rule == null ? "" : rule.replacement().apply("");
        if (text.isEmpty()) {
            out.write(tag);
        } else {
            out.write(tag, 0, tag.length - 2);
            out.write('>');
            out.write(escaped(text));
            out.write(("</" + XmlToken.qualifiedName(tag) + ">").getBytes(StandardCharsets.UTF_8));
        }
        open.pop();
    }

    private void end(byte[] tag) throws IOException {
        if (open.isEmpty() || !open.peek().equals(XmlToken.name(tag))) {
            throw new MalformedXmlException("tags do not match");
        }
        XmlRewriteRule rule = chosen;
        if (rule != null) {
            String text = XmlToken.characters(held.toByteArray());
            String replaced = rule.replacement().apply(text);
            out.write(replaced.equals(text) ? held.toByteArray() : escaped(replaced));
            held.reset();
            chosen = null;
        }
        open.pop();
        if (leftOut > 0) {
            leftOut--;
            return;
        }
        out.write(tag);
    }

    /** A chosen element turned out to have children: it is no text, so it goes on unchanged. */
    private void release() throws IOException {
        if (chosen != null) {
            held.writeTo(out);
            held.reset();
            chosen = null;
        }
    }

    private void push(String name) {
        if (open.isEmpty()) {
            if (root != null) {
                throw new MalformedXmlException("second root");
            }
            root = name;
        }
        if (open.size() == MAX_DEPTH) {
            throw new MalformedXmlException("too deep");
        }
        open.push(name);
    }

    private @Nullable XmlRewriteRule match() {
        for (XmlRewriteRule rule : rules) {
            if (endsWith(rule.path())) {
                return rule;
            }
        }
        return null;
    }

    private boolean endsWith(List<String> path) {
        Iterator<String> innermostFirst = open.iterator();
        for (String name : path.reversed()) {
            if (!innermostFirst.hasNext() || !innermostFirst.next().equals(name)) {
                return false;
            }
        }
        return true;
    }

    private static byte[] escaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 16);
        XmlEscaping.escape(text, bytes);
        return bytes.toByteArray();
    }

    static String utf8(byte[] bytes) {
        return UriEncoding.utf8Text(bytes).orElseThrow(() -> new MalformedXmlException("not UTF-8"));
    }
}
