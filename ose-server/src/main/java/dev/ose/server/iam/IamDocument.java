package dev.ose.server.iam;

import dev.ose.s3.xml.XmlWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes response documents of the query protocol. */
final class IamDocument {

    private static final String IAM = "https://iam.amazonaws.com/doc/2010-05-08/";
    private static final String STS = "https://sts.amazonaws.com/doc/2011-06-15/";

    private IamDocument() {}

    /** The response to an action; {@code result} writes the content of its {@code ...Result} element. */
    static String success(IamCall call, Consumer<XmlWriter> result) {
        return success(call.service(), call.parameters().action(), call.requestId(), result);
    }

    /**
     * A page of a list.
     *
     * @param found the elements of the page, and one more if others follow
     * @param limit maximum number of elements
     * @param marker the marker after an element
     */
    static <T> String page(
            IamCall call,
            String list,
            List<T> found,
            int limit,
            Function<T, String> marker,
            BiConsumer<XmlWriter, T> member) {
        boolean isTruncated = found.size() > limit;
        List<T> page = isTruncated ? found.subList(0, limit) : found;
        return success(call, xml -> {
            xml.start(list);
            for (T each : page) {
                member.accept(xml.start("member"), each);
                xml.end();
            }
            xml.end().element("IsTruncated", isTruncated);
            if (isTruncated) {
                xml.element("Marker", marker.apply(page.getLast()));
            }
        });
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

    /** A policy in the encoding of responses. */
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
