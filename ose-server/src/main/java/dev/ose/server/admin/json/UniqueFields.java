package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Refuses JSON bodies that name a field of one object twice, at any depth, with 400 and the field. RFC 8259 §4 leaves
 * open which value counts; another program may have checked a different value. Jackson's own detection only has the
 * field in an exception's message, so the names are checked before the document is bound.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259#section-4">RFC 8259 §4</a>
 */
@RestControllerAdvice
public class UniqueFields extends RequestBodyAdviceAdapter {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
        return JacksonJsonHttpMessageConverter.class.isAssignableFrom(converter);
    }

    /** Holds the whole body, which the listener bounds. */
    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converter)
            throws IOException {
        byte[] body = message.getBody().readAllBytes();
        check(body);
        return new Body(message.getHeaders(), body);
    }

    /** Throws {@code Invalid} for the first field that is named twice; what is no JSON is left to its reader. */
    public static void check(byte[] body) {
        Deque<Set<String>> objects = new ArrayDeque<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                switch (token) {
                    case START_OBJECT -> objects.push(new HashSet<>());
                    case END_OBJECT -> objects.pop();
                    case PROPERTY_NAME -> {
                        if (!objects.element().add(json.currentName())) {
                            throw new FailureException(
                                    new Failure.Invalid(json.currentName(), "occurs more than once"));
                        }
                    }
                    default -> {}
                }
            }
        } catch (JacksonException e) {
            // The reader of the document meets the same fault and answers it.
            return;
        }
    }

    private record Body(
            HttpHeaders headers,
            @SuppressWarnings("ArrayRecordComponent") byte[] bytes) implements HttpInputMessage {

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }
    }
}
