package dev.ose.s3.form;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One condition of a policy. */
sealed interface PolicyCondition {

    /** The field has this value. */
    record Equal(String field, String value) implements PolicyCondition {

        @Override
        public String toString() {
            return "[\"eq\", \"$" + field + "\", \"" + value + "\"]";
        }
    }

    /** The field's value begins so. */
    record Prefix(String field, String prefix) implements PolicyCondition {

        @Override
        public String toString() {
            return "[\"starts-with\", \"$" + field + "\", \"" + prefix + "\"]";
        }
    }

    /** The file has at least and at most so many bytes. */
    record LengthRange(long minimumBytes, long maximumBytes) implements PolicyCondition {}

    /** The field that it speaks of; null if it speaks of the file. */
    default @Nullable String covers() {
        return switch (this) {
            case Equal equal -> equal.field();
            case Prefix prefix -> prefix.field();
            case LengthRange _ -> null;
        };
    }

    /** Whether the form meets it; conditions on the file are checked when its length is known. */
    default boolean isMetBy(PostForm form) {
        return switch (this) {
            case Equal(String field, String value) -> value.equals(valueOf(form, field));
            case Prefix(String field, String prefix) -> startsWith(field, valueOf(form, field), prefix);
            case LengthRange _ -> true;
        };
    }

    private static String valueOf(PostForm form, String field) {
        String value = form.field(field);
        return value == null ? "" : value;
    }

    /** A content type may be a list, each item of which has to begin so. */
    private static boolean startsWith(String field, String value, String prefix) {
        return field.equals("content-type")
                ? Arrays.stream(value.split(",", -1))
                        .allMatch(item -> item.strip().startsWith(prefix))
                : value.startsWith(prefix);
    }
}
