package dev.ose.server.platform.client;

import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.bucket.settings.BucketSettings;
import dev.ose.server.bucket.settings.SettingAnswer;
import dev.ose.server.bucket.settings.SettingCapabilities;
import dev.ose.server.bucket.settings.SettingReader;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.WholeResponse;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@link BucketSettings} over the transport of all requests. */
public final class S3BucketSettings implements BucketSettings {

    private static final String GONE = "NoSuchBucket";

    private final PlatformDirectory platforms;
    private final BlockingTransport transport;

    public S3BucketSettings(PlatformDirectory platforms, BlockingTransport transport) {
        this.platforms = platforms;
        this.transport = transport;
    }

    @Override
    public Map<BucketSubresource.Action, SettingAnswer> read(
            SettingReader reader, Collection<BucketSubresource.Action> settings) {
        Platform platform = platforms.get(reader.endpoint());
        Map<BucketSubresource.Action, CompletableFuture<WholeResponse>> asked =
                new EnumMap<>(BucketSubresource.Action.class);
        for (BucketSubresource.Action setting : settings) {
            asked.put(setting, transport.begin(question(platform, reader, setting), PlatformAnswer.MAX_BYTES));
        }
        Map<BucketSubresource.Action, SettingAnswer> answers = new EnumMap<>(BucketSubresource.Action.class);
        asked.forEach((setting, answer) -> answers.put(setting, answer(platform, setting, answer)));
        return answers;
    }

    private static PlatformRequest question(Platform platform, SettingReader reader, BucketSubresource.Action setting) {
        return PlatformRequest.question(
                        platform, reader.key(), "GET", '/' + reader.bucket(), setting.selector(), setting.actionName())
                .withHeaders(reader.headers());
    }

    private SettingAnswer answer(
            Platform platform, BucketSubresource.Action setting, CompletableFuture<WholeResponse> asked) {
        try {
            return read(platform, setting, transport.await(asked, platform));
        } catch (FailureException unanswered) {
            return new SettingAnswer.Unknown("the platform does not answer");
        }
    }

    private static SettingAnswer read(Platform platform, BucketSubresource.Action setting, WholeResponse answer) {
        return switch (answer.status()) {
            case 200 -> document(setting, answer.body());
            case 403 -> new SettingAnswer.NotPermitted();
            case 404 ->
                isGone(answer.body())
                        ? new SettingAnswer.Unknown("the platform has no such bucket")
                        : new SettingAnswer.Unset();
            case 405, 501 ->
                isSupported(platform, setting)
                        ? new SettingAnswer.Unknown("the platform does not report it")
                        : new SettingAnswer.NotOffered();
            default -> new SettingAnswer.Unknown("the platform answers with status " + answer.status());
        };
    }

    /** A platform that overlooks the question's query answers with a list of the bucket. */
    private static SettingAnswer document(BucketSubresource.Action setting, byte[] document) {
        boolean isOther = DefaultSubresourceResponse.of(setting)
                .filter(unset -> !unset.isDescribedBy(document))
                .isPresent();
        return isOther ? new SettingAnswer.NotOffered() : new SettingAnswer.Stored(document);
    }

    private static boolean isGone(byte[] refusal) {
        return PlatformAnswer.find(PlatformAnswer.Failed.class, refusal)
                .filter(failed -> failed.code().equals(GONE))
                .isPresent();
    }

    private static boolean isSupported(Platform platform, BucketSubresource.Action setting) {
        return SettingCapabilities.of(setting).filter(platform::offers).isPresent();
    }
}
