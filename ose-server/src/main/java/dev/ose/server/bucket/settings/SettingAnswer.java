package dev.ose.server.bucket.settings;

/** What a platform answers about one setting of a bucket. */
public sealed interface SettingAnswer {

    /** The setting's document, as S3 defines it; never modified. */
    @SuppressWarnings("ArrayRecordComponent") // Read once, and never compared.
    record Stored(byte[] document) implements SettingAnswer {}

    /** The bucket has no such setting. */
    record Unset() implements SettingAnswer {}

    /** The platform has no such setting. */
    record NotOffered() implements SettingAnswer {}

    /** The reader may not read it. */
    record NotPermitted() implements SettingAnswer {}

    /**
     * It is not known.
     *
     * @param reason in words for a user
     */
    record Unknown(String reason) implements SettingAnswer {}
}
