package dev.ose.server.s3.document;

import dev.ose.s3.document.JsonAnswer;
import dev.ose.s3.document.JsonRequest;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Converts a client's JSON document to XML, which operation and platform expect. The client's signature and digests are
 * verified on the JSON. XML documents only cost the check of one header.
 */
final class JsonBody {

    private JsonBody() {}

    /** Hands the body to {@code next} on the I/O thread, in XML if it came in JSON; or answers why not. */
    static void unfold(OperationContext context, byte[] body, Consumer<byte[]> next) {
        Optional<JsonRequest> form = isJson(context, body) ? JsonRequest.of(context.operation()) : Optional.empty();
        if (form.isEmpty()) {
            next.accept(body);
            return;
        }
        // A list of a thousand objects takes milliseconds, which other requests of this thread need not wait.
        context.block(() -> {
            byte[] xml = form.get().toXml(body);
            context.resume(() -> {
                context.replaceBody();
                next.accept(xml);
            });
        });
    }

    /** There are clients that send XML under any type, and were understood so far. */
    private static boolean isJson(OperationContext context, byte[] body) {
        List<String> types = context.request().headerValues("content-type");
        return types.size() == 1 && isJson(types.getFirst()) && !isXml(body);
    }

    private static boolean isJson(String type) {
        int parameters = type.indexOf(';');
        String name = parameters < 0 ? type : type.substring(0, parameters);
        return name.strip().toLowerCase(Locale.ROOT).equals(JsonAnswer.CONTENT_TYPE);
    }

    /** By its first sign, which may stand behind a byte order mark; nothing at all is no JSON either. */
    private static boolean isXml(byte[] body) {
        for (byte octet : body) {
            if (!Character.isWhitespace(octet)) {
                return octet == '<' || octet == (byte) 0xef;
            }
        }
        return true;
    }
}
