package dev.ose.s3.document;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An {@code AccessControlPolicy}: whose a bucket or object is, and who is granted what.
 *
 * @param owner null where a request leaves it out
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AccessControlPolicy.html">AccessControlPolicy</a>
 */
public record AclDocument(@Nullable Owner owner, List<Grant> grants) {

    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_EVENTS = 20_000;

    /**
     * One grant.
     *
     * @param name of the grantee, as its kind has it
     * @param permission as it was written
     */
    public record Grant(
            GrantHeader.Kind kind, String name, @Nullable String displayName, String permission) {}

    public AclDocument {
        grants = List.copyOf(grants);
    }

    /** Reads a document of at most 256 KiB; throws {@link MalformedXmlException} for what is no ACL, too. */
    public static AclDocument read(byte[] document) {
        XmlReader xml = XmlReader.open(document, MAX_BYTES, MAX_EVENTS);
        if (!xml.name().equals("AccessControlPolicy")) {
            throw new MalformedXmlException("no ACL");
        }
        Owner owner = null;
        List<Grant> grants = new ArrayList<>();
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Owner" -> owner = owner(xml);
                case "AccessControlList" -> grants(xml, grants);
                default -> throw new MalformedXmlException("unknown element");
            }
        }
        xml.finish();
        return new AclDocument(owner, grants);
    }

    private static Owner owner(XmlReader xml) {
        String id = "";
        String displayName = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "ID" -> id = xml.text();
                case "DisplayName" -> displayName = xml.text();
                default -> throw new MalformedXmlException("unknown element");
            }
        }
        return new Owner(id, displayName);
    }

    private static void grants(XmlReader xml, List<Grant> grants) {
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Grant")) {
                throw new MalformedXmlException("unknown element");
            }
            grants.add(grant(xml));
        }
    }

    private static Grant grant(XmlReader xml) {
        Grantee grantee = null;
        String permission = "";
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Grantee" -> grantee = grantee(xml);
                case "Permission" -> permission = xml.text();
                default -> throw new MalformedXmlException("unknown element");
            }
        }
        if (grantee == null) {
            throw new MalformedXmlException("a grant has no grantee");
        }
        return new Grant(grantee.kind(), grantee.name(), grantee.displayName(), permission);
    }

    private record Grantee(
            GrantHeader.Kind kind, String name, @Nullable String displayName) {}

    private static Grantee grantee(XmlReader xml) {
        GrantHeader.Kind kind = null;
        String name = "";
        String displayName = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (child.equals("DisplayName")) {
                displayName = xml.text();
            } else if (kind == null) {
                kind = kind(child);
                name = xml.text();
            } else {
                throw new MalformedXmlException("two grantees in one");
            }
        }
        if (kind == null) {
            throw new MalformedXmlException("a grant has no grantee");
        }
        return new Grantee(kind, name, displayName);
    }

    private static GrantHeader.Kind kind(String element) {
        return switch (element) {
            case "ID" -> GrantHeader.Kind.ID;
            case "URI" -> GrantHeader.Kind.URI;
            case "EmailAddress" -> GrantHeader.Kind.EMAIL_ADDRESS;
            default -> throw new MalformedXmlException("unknown element");
        };
    }

    /** The document. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("AccessControlPolicy");
        if (owner != null) {
            Documents.owner(xml, "Owner", owner);
        }
        xml.start("AccessControlList");
        grants.forEach(grant -> write(xml, grant));
        return xml.end().end().toBytes();
    }

    private static void write(XmlWriter xml, Grant grant) {
        xml.start("Grant");
        switch (grant.kind()) {
            case ID -> xml.startTyped("Grantee", "CanonicalUser").element("ID", grant.name());
            case URI -> xml.startTyped("Grantee", "Group").element("URI", grant.name());
            case EMAIL_ADDRESS ->
                xml.startTyped("Grantee", "AmazonCustomerByEmail").element("EmailAddress", grant.name());
        }
        xml.optional("DisplayName", grant.displayName())
                .end()
                .element("Permission", grant.permission())
                .end();
    }
}
