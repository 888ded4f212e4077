package dev.ose.server.catalog.rsql;

import static dev.ose.server.catalog.rsql.RsqlReader.invalid;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.server.catalog.label.LabelName;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.Glob;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Parses filters of objects. */
public final class ObjectFilters {

    private static final RsqlReader.Words<Filter> WORDS = new Words();

    private ObjectFilters() {}

    /** Parses a filter; an empty text matches everything. Fails with {@code Invalid}. */
    public static Filter read(String text) {
        return RsqlReader.read(text, WORDS);
    }

    private static final class Words implements RsqlReader.Words<Filter> {

        @Override
        public Filter all(List<Filter> parts) {
            return new Filter.All(parts);
        }

        @Override
        public Filter any(List<Filter> parts) {
            return new Filter.Any(parts);
        }

        @Override
        public Filter compare(String property, Relation relation, String value) {
            return switch (property) {
                case "key" -> key(relation, value);
                case "size" -> new Filter.Size(relation, Operand.number(value, "size"));
                case "modified" -> new Filter.Modified(relation, Operand.time(value));
                case "etag" -> new Filter.Tag(value, Operand.isWanted(relation, "etag"));
                case "bucket" -> new Filter.BucketLike(Operand.glob(value), Operand.isWanted(relation, "bucket"));
                case "owner" -> new Filter.OwnerLike(Operand.glob(value), Operand.isWanted(relation, "owner"));
                default -> new Filter.Label(label(property), Operand.glob(value), Operand.isWanted(relation, property));
            };
        }

        private static LabelName label(String property) {
            if (property.equals(LabelName.CONTENT_TYPE.text())) {
                return LabelName.CONTENT_TYPE;
            }
            if (property.startsWith(LabelName.TAG_PREFIX)) {
                return LabelName.tag(name(property, LabelName.TAG_PREFIX));
            }
            if (property.startsWith(LabelName.METADATA_PREFIX)) {
                return LabelName.metadata(name(property, LabelName.METADATA_PREFIX));
            }
            throw invalid(
                    "may compare bucket, contentType, etag, key, meta.<name>, modified, owner, size and tag.<name>"
                            + " only");
        }

        /** The name after the prefix, percent-decoded because names may contain reserved characters of RSQL. */
        private static String name(String property, String prefix) {
            byte[] name = property.substring(prefix.length()).getBytes(StandardCharsets.UTF_8);
            return UriEncoding.decode(new String(name, StandardCharsets.ISO_8859_1))
                    .filter(text -> !text.isEmpty())
                    .orElseThrow(() -> invalid("has a name behind " + prefix + " that is none, or is badly encoded"));
        }

        private static Filter key(Relation relation, String value) {
            if (Operand.isEquality(relation) && Glob.isPattern(value)) {
                return new Filter.KeyLike(Operand.glob(value), relation == Relation.EQUAL);
            }
            // Valid UTF-8 without NUL, or the database would refuse it.
            if (ObjectKey.parse(value).isEmpty()) {
                throw invalid("compares a key with what cannot be one");
            }
            return new Filter.Key(relation, value);
        }
    }
}
