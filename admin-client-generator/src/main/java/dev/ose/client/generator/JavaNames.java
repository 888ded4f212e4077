package dev.ose.client.generator;

import java.util.Locale;
import javax.lang.model.SourceVersion;

/** JavaNames of Java for those of the API. */
final class JavaNames {

    private JavaNames() {}

    /** The name of a variable or method for that of a parameter, member or operation. */
    static String variable(String name) {
        String text = Character.toLowerCase(name.charAt(0)) + camel(name).substring(1);
        return SourceVersion.isName(text) ? text : text + '_';
    }

    /** Words as the name of a class. */
    static String camel(String words) {
        StringBuilder name = new StringBuilder();
        for (String word : words.split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
            }
        }
        return name.toString();
    }

    /** The name of a class for a tag, which may be an abbreviation. */
    static String ofTag(String tag) {
        boolean isAbbreviation = tag.equals(tag.toUpperCase(Locale.ROOT));
        return camel(isAbbreviation ? tag.charAt(0) + tag.substring(1).toLowerCase(Locale.ROOT) : tag);
    }

    static String constant(String value) {
        String name = value.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
        if (!SourceVersion.isIdentifier(name)) {
            throw new IllegalArgumentException("no constant can be named after " + value);
        }
        return name;
    }
}
