package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.validation.BindException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;

/** Converts controllers' exceptions to problems, without details of bugs. */
@RestControllerAdvice
public class AdminErrors implements ResponseBodyAdvice<Object> {

    /** Causes may form a circle. */
    private static final int MAX_CAUSES = 32;

    private final Consumer<Throwable> bugs;

    /** @param bugs receives each unexpected exception */
    public AdminErrors(Consumer<Throwable> bugs) {
        this.bugs = bugs;
    }

    @Override
    public boolean supports(MethodParameter method, Class<? extends HttpMessageConverter<?>> converter) {
        return ResolvableType.forMethodParameter(method).getGeneric().resolve() == Problem.class;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter method,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (!(body instanceof Problem problem)) {
            return body;
        }
        @Nullable
        String id = ((ServletServerHttpResponse) response).getServletResponse().getHeader(Problem.REQUEST_ID);
        if (CoreError.isUsual(request.getURI().getPath())) {
            response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
            return CoreError.of(problem, id);
        }
        return problem.withRequestId(id);
    }

    @ExceptionHandler
    ResponseEntity<Problem> foreseen(FailureException e) {
        ResponseEntity.BodyBuilder answer = answer(ProblemJson.of(e.failure()));
        RateLimits.of(e.failure()).forEach(answer::header);
        return answer.body(ProblemJson.of(e.failure()));
    }

    @ExceptionHandler
    ResponseEntity<Problem> unreadable(HttpMessageNotReadableException e) {
        return whole(ProblemJson.of(bodyRule(e)));
    }

    @ExceptionHandler
    ResponseEntity<Problem> mistyped(TypeMismatchException e) {
        String field = e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : "parameter";
        return whole(ProblemJson.of(new Failure.Invalid(field, "is not of the right form")));
    }

    /** A parameter of several that are read together. */
    @ExceptionHandler
    ResponseEntity<Problem> misbound(BindException e) {
        String rule = "is not of the right form";
        List<Problem.FieldError> wrong = e.getFieldErrors().stream()
                .map(error -> new Problem.FieldError(error.getField(), rule))
                .distinct()
                .sorted(Comparator.comparing(Problem.FieldError::field))
                .toList();
        String field = wrong.isEmpty() ? "parameter" : wrong.getFirst().field();
        Problem problem = ProblemJson.of(new Failure.Invalid(field, rule));
        return whole(wrong.isEmpty() ? problem : problem.at(wrong));
    }

    @ExceptionHandler
    ResponseEntity<Problem> missing(MissingServletRequestParameterException e) {
        return whole(ProblemJson.of(new Failure.Invalid(e.getParameterName(), "is missing")));
    }

    @ExceptionHandler({NoHandlerFoundException.class, NoResourceFoundException.class})
    ResponseEntity<Problem> nothingThere() {
        return whole(ProblemJson.of(new Failure.NotFound("resource", "at this path")));
    }

    /** Names of parameters are looked at when they are read; paths and header fields were before. */
    @ExceptionHandler
    ResponseEntity<Problem> ambiguous(RequestRejectedException e) {
        return whole(ProblemDocuments.AMBIGUOUS);
    }

    /** Refusals of Spring itself, such as a wrong method or media type; anything else is a bug. */
    @ExceptionHandler
    ResponseEntity<Problem> other(Exception e) {
        if (e instanceof ErrorResponse refusal && refusal.getStatusCode().is4xxClientError()) {
            int status = refusal.getStatusCode().value();
            Problem problem = Problem.of(
                    status,
                    "OSE-2000",
                    "Unacceptable request",
                    "This resource does not take such a request (status " + status + ").");
            return ResponseEntity.status(status)
                    .headers(refusal.getHeaders())
                    .contentType(MediaType.parseMediaType(Problem.MEDIA_TYPE))
                    .body(problem);
        }
        Optional<FailureException> cause = foreseenCause(e);
        if (cause.isPresent()) {
            return foreseen(cause.get());
        }
        bugs.accept(e);
        return whole(ProblemJson.BUG);
    }

    /** Such as exhausted memory for the answer, which comes in the exception of the converter that writes it. */
    private static Optional<FailureException> foreseenCause(Exception e) {
        return Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .filter(FailureException.class::isInstance)
                .map(FailureException.class::cast)
                .findFirst();
    }

    private static Failure bodyRule(HttpMessageNotReadableException e) {
        // An element of a list has no name: the list has.
        Optional<String> field = e.getCause() instanceof DatabindException wrong
                ? wrong.getPath().reversed().stream()
                        .map(JacksonException.Reference::getPropertyName)
                        .filter(Objects::nonNull)
                        .findFirst()
                : Optional.empty();
        return field.map(name -> new Failure.Invalid(name, "is unknown or not of the right form"))
                .orElseGet(() -> new Failure.Invalid("body", "must be a JSON object"));
    }

    private static ResponseEntity<Problem> whole(Problem problem) {
        return answer(problem).body(problem);
    }

    private static ResponseEntity.BodyBuilder answer(Problem problem) {
        return ResponseEntity.status(problem.status()).contentType(MediaType.parseMediaType(Problem.MEDIA_TYPE));
    }
}
