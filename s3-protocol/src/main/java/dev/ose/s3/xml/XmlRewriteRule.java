package dev.ose.s3.xml;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which texts a rewriter replaces, and by what.
 *
 * @param path local names from an ancestor down to the element, such as {@code Owner, ID}; the element matches wherever
 *     its innermost ancestors have these names
 * @param replacement gives the new text for the old one, both unescaped; it may return the old one
 */
public record XmlRewriteRule(List<String> path, UnaryOperator<String> replacement) {

    public XmlRewriteRule {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("empty path");
        }
    }

    /** A rule for a path written with slashes, such as {@code Owner/ID}. */
    public static XmlRewriteRule of(String path, UnaryOperator<String> replacement) {
        return new XmlRewriteRule(List.of(path.split("/", -1)), replacement);
    }
}
