package dev.ose.server.s3.object;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.form.PostForm;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.s3.auth.ClientAddress;
import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformResponse;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a form upload: a redirect, a document with the object's address, or no content.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html">success_action_redirect and
 *     success_action_status</a>
 */
final class FormAnswer {

    private final OperationContext context;
    private final PostForm form;
    private final ObjectKey key;

    FormAnswer(OperationContext context, PostForm form, ObjectKey key) {
        this.context = context;
        this.form = form;
        this.key = key;
    }

    /** Answers once the platform has the object, or has refused it. */
    void render(PlatformResponse response) {
        if (Relay.isError(response.status())) {
            Relay.error(context, response);
            return;
        }
        HeaderPolicy.toClient(response, context.exchange());
        List<String> tags = response.headers("etag");
        Relay.document(context, response, nothing -> answer(tags.isEmpty() ? "" : tags.getFirst()));
    }

    private void answer(String etag) {
        ClientExchange exchange = context.exchange();
        Optional<String> page = page(etag);
        if (page.isPresent()) {
            exchange.setResponseHeader("Location", page.get());
            context.answer().empty(303);
            return;
        }
        exchange.setResponseHeader("Location", location());
        switch (String.valueOf(form.field("success_action_status"))) {
            case "200" -> context.answer().empty(200);
            case "201" ->
                context.answer()
                        .document(
                                201,
                                new ResultDocument.Posted(
                                                location(), context.bucket().name(), key, etag)
                                        .toBytes());
            default -> context.answer().empty(204);
        }
    }

    /** The redirect with the object's properties in its query; empty if the form has no valid one. */
    private Optional<String> page(String etag) {
        String wanted = form.field("success_action_redirect");
        if (wanted == null) {
            wanted = form.field("redirect");
        }
        if (wanted == null || !isPage(wanted)) {
            return Optional.empty();
        }
        int fragment = wanted.indexOf('#');
        String address = fragment < 0 ? wanted : wanted.substring(0, fragment);
        return Optional.of(address + (address.indexOf('?') < 0 ? '?' : '&')
                + "bucket=" + UriEncoding.encodeQuery(context.bucket().name().value())
                + "&key=" + UriEncoding.encodeQuery(key.value())
                + "&etag=" + UriEncoding.encodeQuery(etag)
                + (fragment < 0 ? "" : wanted.substring(fragment)));
    }

    private static boolean isPage(String text) {
        try {
            URI uri = new URI(text);
            boolean isWeb = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return isWeb && uri.getHost() != null && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private String location() {
        String bucket = ClientAddress.of(context.exchange());
        return (bucket.endsWith("/") ? bucket : bucket + '/') + UriEncoding.encodePath(key.value());
    }
}
