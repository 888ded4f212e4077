package dev.ose.server.admin.bucket;

import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.settings.SettingAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts of a bucket's view that are read from settings; names those that it cannot show. Not thread-safe. */
final class SettingParts {

    private static final SettingAnswer NOT_ASKED = new SettingAnswer.Unknown("it was not asked for");

    private final Map<BucketSubresource.Action, SettingAnswer> answers;
    private final List<String> notOffered = new ArrayList<>();
    private final List<String> notPermitted = new ArrayList<>();
    private final List<UnknownPart> unknown = new ArrayList<>();

    SettingParts(Map<BucketSubresource.Action, SettingAnswer> answers) {
        this.answers = Map.copyOf(answers);
    }

    /** A part that is not known, and why. */
    record UnknownPart(String part, String reason) {}

    /**
     * The part; null if it is named among those that are not shown.
     *
     * @param unset the part of a bucket without the setting
     */
    <T> @Nullable T part(
            String name, BucketSubresource.Action setting, Function<byte[], @Nullable T> reader, @Nullable T unset) {
        return switch (answers.getOrDefault(setting, NOT_ASKED)) {
            case SettingAnswer.Stored(byte[] document) -> read(name, document, reader);
            case SettingAnswer.Unset() -> unset;
            case SettingAnswer.NotOffered() -> {
                notOffered.add(name);
                yield null;
            }
            case SettingAnswer.NotPermitted() -> {
                notPermitted.add(name);
                yield null;
            }
            case SettingAnswer.Unknown(String reason) -> {
                unknown.add(new UnknownPart(name, reason));
                yield null;
            }
        };
    }

    /** Whether the caller may see a part that is not read from the platform; names it if not. */
    boolean isPermitted(String name, BucketSubresource.Action setting) {
        boolean isPermitted = !(answers.get(setting) instanceof SettingAnswer.NotPermitted);
        if (!isPermitted) {
            notPermitted.add(name);
        }
        return isPermitted;
    }

    /** Whether the platform has the setting, as far as it said. */
    boolean isOffered(BucketSubresource.Action setting) {
        return !(answers.get(setting) instanceof SettingAnswer.NotOffered);
    }

    private <T> @Nullable T read(String name, byte[] document, Function<byte[], @Nullable T> reader) {
        try {
            return reader.apply(document);
        } catch (MalformedXmlException | S3ErrorException | MalformedPolicyException unreadable) {
            unknown.add(new UnknownPart(name, "the platform's document cannot be read"));
            return null;
        }
    }

    List<String> notOffered() {
        return List.copyOf(notOffered);
    }

    List<String> notPermitted() {
        return List.copyOf(notPermitted);
    }

    List<UnknownPart> unknown() {
        return List.copyOf(unknown);
    }
}
