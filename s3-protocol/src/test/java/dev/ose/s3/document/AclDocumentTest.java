package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.GrantHeader.Kind;
import dev.ose.s3.document.AclDocument.Grant;
import dev.ose.s3.xml.MalformedXmlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AclDocumentTest {

    private static final AclDocument ACL = new AclDocument(
            new Owner("o", "Ann & Bob"),
            List.of(
                    new Grant(Kind.ID, "o", "Ann", "FULL_CONTROL"),
                    new Grant(Kind.URI, "http://group", null, "READ"),
                    new Grant(Kind.EMAIL_ADDRESS, "a@b.example", null, "WRITE")));

    @Test
    void documentIsReadAsItWasWritten() {
        assertThat(AclDocument.read(ACL.toBytes())).isEqualTo(ACL);
        assertThat(new String(ACL.toBytes(), StandardCharsets.UTF_8))
                .contains(
                        "<Owner><ID>o</ID><DisplayName>Ann &amp; Bob</DisplayName></Owner>",
                        "xsi:type=\"Group\"><URI>http://group</URI></Grantee><Permission>READ</Permission>",
                        "xsi:type=\"AmazonCustomerByEmail\"><EmailAddress>");
        AclDocument empty = new AclDocument(null, List.of());
        assertThat(AclDocument.read(empty.toBytes())).isEqualTo(empty);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<Other/>",
                "<AccessControlPolicy><X/></AccessControlPolicy>",
                "<AccessControlPolicy><Owner><X/></Owner></AccessControlPolicy>",
                "<AccessControlPolicy><AccessControlList><X/></AccessControlList></AccessControlPolicy>",
                "<AccessControlPolicy><AccessControlList><Grant/></AccessControlList></AccessControlPolicy>",
                "<AccessControlPolicy><AccessControlList><Grant><Grantee/></Grant></AccessControlList>"
                        + "</AccessControlPolicy>",
                "<AccessControlPolicy><AccessControlList><Grant><Grantee><ID>a</ID><URI>b</URI></Grantee></Grant>"
                        + "</AccessControlList></AccessControlPolicy>",
            })
    void whatIsNoAclIsRefused(String document) {
        assertThatThrownBy(() -> AclDocument.read(document.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedXmlException.class);
    }
}
