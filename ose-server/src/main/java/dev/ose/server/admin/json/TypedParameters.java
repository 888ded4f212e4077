package dev.ose.server.admin.json;

import java.beans.PropertyEditorSupport;
import java.time.DateTimeException;
import java.time.Instant;
import org.springframework.beans.propertyeditors.CustomBooleanEditor;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Reads query parameters as strictly as JSON: an empty one is no number, no instant and neither true nor false, and
 * only {@code true} and {@code false} are that.
 */
@ControllerAdvice
public class TypedParameters {

    @InitBinder
    void refuseOtherForms(WebDataBinder binder) {
        binder.registerCustomEditor(Integer.class, new CustomNumberEditor(Integer.class, false));
        binder.registerCustomEditor(
                Boolean.class,
                new CustomBooleanEditor(CustomBooleanEditor.VALUE_TRUE, CustomBooleanEditor.VALUE_FALSE, false));
        binder.registerCustomEditor(Instant.class, new InstantEditor());
    }

    private static final class InstantEditor extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            try {
                setValue(Instant.parse(text));
            } catch (DateTimeException e) {
                // What binders take for a wrong form.
                throw new IllegalArgumentException("no instant", e);
            }
        }
    }
}
