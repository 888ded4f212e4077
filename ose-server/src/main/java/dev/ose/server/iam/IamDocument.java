package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes the answers of the query protocol. */
final class IamDocument {

    private static final String IAM = "https://iam.amazonaws.com/doc/2010-05-08/";
    private static final String STS = "https://sts.amazonaws.com/doc/2011-06-15/";

    private IamDocument() {}

    /** The answer to an action; {@code result} writes what is in its {@code ...Result}. */
    static String success(IamCall call, Consumer<XmlWriter> result) {
        return success(call.service(), call.parameters().action(), call.requestId(), result);
    }

    static String success(String service, String action, String requestId, Consumer<XmlWriter> result) {
        XmlWriter xml = new XmlWriter().start(action + "Response", namespace(service));
        xml.start(action + "Result");
        result.accept(xml);
        xml.end().start("ResponseMetadata").element("RequestId", requestId).end();
        return text(xml);
    }

    static String error(String service, IamFailure failure, String requestId) {
        XmlWriter xml = new XmlWriter()
                .start("ErrorResponse", namespace(service))
                .start("Error")
                .element("Type", failure.status() < 500 ? "Sender" : "Receiver")
                .element("Code", failure.code())
                .element("Message", failure.message())
                .end()
                .element("RequestId", requestId);
        return text(xml);
    }

    /** A policy as an answer shows it. */
    static String encoded(String policy) {
        return URLEncoder.encode(policy, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String namespace(String service) {
        return service.equals("sts") ? STS : IAM;
    }

    private static String text(XmlWriter xml) {
        return new String(xml.end().toBytes(), StandardCharsets.UTF_8);
    }
}
