package dev.ose.s3.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads one small, untrusted XML document element by element, in UTF-8 and by local names. Refuses with {@link
 * MalformedXmlException} a DTD, any entity but the five of XML, more than 16 levels or 16 attributes, texts over 64
 * KiB, and more bytes or events than allowed; nothing is ever fetched or expanded. Control characters written as
 * references are accepted, as S3 writes them. White space and a byte order mark before the document are skipped. Not
 * thread-safe.
 */
public final class XmlReader {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_ATTRIBUTES = 16;
    private static final int MAX_NAME_CHARS = 256;
    private static final int MAX_ATTRIBUTE_CHARS = 1024;
    private static final int MAX_TEXT_CHARS = 64 * 1024;
    private static final XMLInputFactory FACTORY = factory();

    private final XMLStreamReader reader;
    private int eventsLeft;

    private XmlReader(XMLStreamReader reader, int maxEvents) {
        this.reader = reader;
        this.eventsLeft = maxEvents;
    }

    /** Opens a document and goes to its root element. */
    public static XmlReader open(byte[] document, int maxBytes, int maxEvents) {
        if (document.length > maxBytes) {
            throw new MalformedXmlException("document too long");
        }
        int start = contentStart(document);
        try {
            XMLStreamReader stream = FACTORY.createXMLStreamReader(
                    new ByteArrayInputStream(document, start, document.length - start), "UTF-8");
            XmlReader reader = new XmlReader(stream, maxEvents);
            int event = reader.next();
            while (event != XMLStreamConstants.START_ELEMENT) {
                event = reader.next();
            }
            return reader;
        } catch (XMLStreamException broken) {
            throw new MalformedXmlException("not well-formed");
        }
    }

    /** The local name of the element that the reader stands on. */
    public String name() {
        return reader.getLocalName();
    }

    /**
     * Goes to the next child of the element that is open, and gives its name; null when there is none and the element
     * is closed. Each child must be read by {@link #text()}, {@link #skip()} or its own children. Text between the
     * children must be white space.
     */
    public @Nullable String nextChild() {
        while (true) {
            int event = next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return reader.getLocalName();
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return null;
            }
            if (isText(event) && !characters().isBlank()) {
                throw new MalformedXmlException("text between elements");
            }
        }
    }

    /**
     * Stands on each child of the open element in turn, which {@code visit} closes; in their place there may be a text.
     */
    public void eachChild(Runnable visit) {
        boolean hasChildren = false;
        boolean hasText = false;
        for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                hasChildren = true;
                visit.run();
            } else if (isText(event) && !characters().isBlank()) {
                hasText = true;
            }
        }
        if (hasChildren && hasText) {
            throw new MalformedXmlException("text between elements");
        }
    }

    /** The whole text of the element, which must have no children, and closes it. */
    public String text() {
        StringBuilder text = new StringBuilder();
        while (true) {
            int event = next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return text.toString();
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                throw new MalformedXmlException("element where a text belongs");
            }
            if (isText(event)) {
                text.append(characters());
                if (text.length() > MAX_TEXT_CHARS) {
                    throw new MalformedXmlException("text too long");
                }
            }
        }
    }

    /**
     * The text of the open element's child of that name, the last one's if there are several, or empty; closes the
     * element.
     */
    public String textOf(String wanted) {
        String found = "";
        for (String child = nextChild(); child != null; child = nextChild()) {
            if (child.equals(wanted)) {
                found = text();
            } else {
                skip();
            }
        }
        return found;
    }

    /** Passes over the element with all that is in it. */
    public void skip() {
        int depth = 1;
        while (depth > 0) {
            int event = next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    /** Reads on to the end, so that what follows the root is checked too. */
    public void finish() {
        while (hasNext()) {
            next();
        }
    }

    private boolean hasNext() {
        try {
            return reader.hasNext();
        } catch (XMLStreamException broken) {
            throw new MalformedXmlException("not well-formed");
        }
    }

    private int next() {
        if (eventsLeft-- <= 0) {
            throw new MalformedXmlException("too many events");
        }
        int event;
        try {
            event = reader.next();
        } catch (XMLStreamException | RuntimeException broken) {
            // The parser reports some broken documents by unchecked exceptions of its own.
            throw new MalformedXmlException("not well-formed");
        }
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new MalformedXmlException("document type or entity");
        }
        if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().length() > MAX_NAME_CHARS) {
            throw new MalformedXmlException("name too long");
        }
        return event;
    }

    /** The text of the event, which the parser may finish reading, and refuse, only now. */
    private String characters() {
        try {
            return reader.getText();
        } catch (RuntimeException broken) {
            throw new MalformedXmlException("not well-formed");
        }
    }

    private static boolean isText(int event) {
        return event == XMLStreamConstants.CHARACTERS
                || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    private static int contentStart(byte[] document) {
        int start = 0;
        if (document.length >= 3
                && document[0] == (byte) 0xef
                && document[1] == (byte) 0xbb
                && document[2] == (byte) 0xbf) {
            start = 3;
        }
        while (start < document.length && isSpace(document[start])) {
            start++;
        }
        return start;
    }

    static boolean isSpace(byte octet) {
        return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
    }

    private static XMLInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, MAX_ATTRIBUTE_CHARS);
        factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, MAX_TEXT_CHARS);
        factory.setProperty(WstxInputProperties.P_MAX_ENTITY_COUNT, 1L);
        factory.setProperty(WstxInputProperties.P_MAX_ENTITY_DEPTH, 1);
        factory.setProperty(WstxInputProperties.P_ALLOW_XML11_ESCAPED_CHARS_IN_XML10, true);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("external entity");
        });
        return factory;
    }
}
