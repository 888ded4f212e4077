package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A policy as pieces of text, so that statements can be removed and added while all other text stays unchanged. Does
 * not interpret them. Immutable.
 */
public final class PolicyStatements {

    private final String document;
    private final List<Piece> pieces;
    private final boolean isList;

    /** One statement, with its name or none, and where it begins and ends. */
    private record Piece(String sid, int start, int end) {}

    private PolicyStatements(String document, List<Piece> pieces, boolean isList) {
        this.document = document;
        this.pieces = List.copyOf(pieces);
        this.isList = isList;
    }

    /**
     * Takes a document apart.
     *
     * @throws MalformedPolicyException if it is no JSON object
     */
    public static PolicyStatements read(String document) {
        List<Piece> pieces = new ArrayList<>();
        boolean isList = false;
        try (JsonParser json = PolicyReader.parser(document)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedPolicyException("a policy is an object");
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isStatement = json.currentName().equals("Statement");
                isList |= json.nextToken() == JsonToken.START_ARRAY && isStatement;
                if (!isStatement) {
                    json.skipChildren();
                } else if (isList) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        pieces.add(piece(json));
                    }
                } else {
                    pieces.add(piece(json));
                }
            }
        } catch (JacksonException e) {
            throw new MalformedPolicyException("it is not valid JSON");
        }
        return new PolicyStatements(document, pieces, isList);
    }

    private static Piece piece(JsonParser json) {
        int start = (int) json.currentTokenLocation().getCharOffset();
        String sid = "";
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isSid = json.currentName().equals("Sid");
                boolean isText = json.nextToken().isScalarValue();
                sid = isSid && isText ? json.getString() : sid;
                json.skipChildren();
            }
        } else {
            json.skipChildren();
            // Read to its end, behind which the parser then stands.
            json.getString();
        }
        return new Piece(sid, start, (int) json.currentLocation().getCharOffset());
    }

    /** A policy of these statements, which are written in JSON. */
    public static String document(List<String> statements) {
        return "{\"Version\":\"2012-10-17\",\"Statement\":[" + String.join(",", statements) + "]}";
    }

    /** The names of statements that have one. */
    public List<String> sids() {
        return pieces.stream().map(Piece::sid).filter(sid -> !sid.isEmpty()).toList();
    }

    /**
     * Fails if two statements have one name, which IAM takes in no policy.
     *
     * @throws MalformedPolicyException if they have
     * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_sid.html">Sid</a>
     */
    void requireDistinctSids() {
        Set<String> seen = new HashSet<>();
        if (!sids().stream().allMatch(seen::add)) {
            throw new MalformedPolicyException("Statement IDs (SID) in a single policy must be unique");
        }
    }

    /** The statements, in JSON. */
    public List<String> texts() {
        return pieces.stream().map(this::text).toList();
    }

    /** The document with another text in the place of each statement. */
    String replaced(UnaryOperator<String> statement) {
        StringBuilder text = new StringBuilder(document.length() + 64);
        int copied = 0;
        for (Piece piece : pieces) {
            text.append(document, copied, piece.start()).append(statement.apply(text(piece)));
            copied = piece.end();
        }
        return text.append(document, copied, document.length()).toString();
    }

    private String text(Piece piece) {
        return document.substring(piece.start(), piece.end());
    }

    /** The document without these statements; empty if it has no others. */
    public Optional<String> without(Predicate<String> statement) {
        StringBuilder kept = new StringBuilder(document.length());
        int end = 0;
        for (Piece piece : pieces) {
            if (!statement.test(text(piece))) {
                // With the comma and the space in front of it, unless it comes first now.
                kept.append(document, end == 0 ? piece.start() : end, piece.end());
            }
            end = kept.isEmpty() ? 0 : piece.end();
        }
        return kept.isEmpty()
                ? Optional.empty()
                : Optional.of(document.substring(0, pieces.getFirst().start())
                        + kept
                        + document.substring(pieces.getLast().end()));
    }

    /**
     * The document with these statements, too, behind its own.
     *
     * @throws MalformedPolicyException if it has none of its own
     */
    public String with(List<String> more) {
        if (more.isEmpty()) {
            return document;
        }
        if (pieces.isEmpty()) {
            throw new MalformedPolicyException("a policy has at least one Statement");
        }
        int start = pieces.getFirst().start();
        int end = pieces.getLast().end();
        String all = document.substring(start, end) + ',' + String.join(",", more);
        return document.substring(0, start) + (isList ? all : '[' + all + ']') + document.substring(end);
    }
}
