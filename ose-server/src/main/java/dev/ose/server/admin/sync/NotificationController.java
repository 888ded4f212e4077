package dev.ose.server.admin.sync;

import dev.ose.server.platform.Platform;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.sync.ChangeNotification;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Receives platforms' notifications of changes, authenticated by the {@link NotificationAuthenticator}. */
@RestController
@Hidden
public class NotificationController {

    /** Five hundred records of a kilobyte; half of what the listener takes before it cuts the connection. */
    private static final int MAX_BYTES = 512 * 1024;

    /** Each may hold a connection to the database, of which the data path has as many as there are. */
    private static final int MAX_AT_ONCE = 2;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final AttachedPlatforms platforms;
    private final BucketNotifications notifications;
    private final Semaphore slots = new Semaphore(MAX_AT_ONCE);

    public NotificationController(AttachedPlatforms platforms, BucketNotifications notifications) {
        this.platforms = platforms;
        this.notifications = notifications;
    }

    /** Answers once what is to be looked at is in the database: who gets another answer, or none, sends it again. */
    @PostMapping(NotificationAuthenticator.PATH)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void take(@PathVariable String platform, HttpServletRequest request) {
        Platform found = platforms
                .named(platform)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("platform", platform)));
        // Read before a slot is taken: a sender may be slow.
        List<ChangeNotification> received = NotificationDocument.read(whole(request));
        if (!slots.tryAcquire()) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
        try {
            notifications.take(found.id(), received);
        } finally {
            slots.release();
        }
    }

    private static byte[] whole(HttpServletRequest request) {
        checkLength(request.getContentLengthLong());
        try {
            byte[] read = request.getInputStream().readNBytes(MAX_BYTES + 1);
            checkLength(read.length);
            return read;
        } catch (IOException e) {
            throw new FailureException(new Failure.Invalid("body", "did not come whole"));
        }
    }

    private static void checkLength(long bytes) {
        if (bytes > MAX_BYTES) {
            throw new FailureException(new Failure.BodyTooLarge(bytes, MAX_BYTES));
        }
    }
}
