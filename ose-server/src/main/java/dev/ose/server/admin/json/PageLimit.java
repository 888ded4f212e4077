package dev.ose.server.admin.json;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The parameter {@code limit} of a list, in the description of the API; {@link Input#limit} has the same bounds. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
@Parameter(
        description = "How many.",
        schema = @Schema(types = "integer", format = "int32", minimum = "1", maximum = "1000", defaultValue = "100"))
public @interface PageLimit {}
