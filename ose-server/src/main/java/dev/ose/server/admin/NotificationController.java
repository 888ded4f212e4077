package dev.ose.server.admin;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.ChangeNotification;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes what platforms tell of changes; who sends it has shown the platform's secret to the {@link NotificationAuthenticator}. */
@RestController
@Hidden
public class NotificationController {

    /** Five hundred records of a kilobyte; half of what the listener takes before it cuts the connection. */
    private static final int MAX_BYTES = 512 * 1024;

    /** Each may hold a connection to the database, of which the data path has as many as there are. */
    private static final int MOST_AT_ONCE = 2;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Supplier<AdminServices> services;
    private final Semaphore slots = new Semaphore(MOST_AT_ONCE);

    /** @param services waits for the node's start where it is not over yet */
    public NotificationController(Supplier<AdminServices> services) {
        this.services = services;
    }

    /** Answers once what is to be looked at is in the database: who gets another answer, or none, sends it again. */
    @PostMapping(NotificationAuthenticator.PATH)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void take(@PathVariable String platform, HttpServletRequest request) {
        PlatformServices platforms = services.get().platforms();
        Platform found = platforms
                .attached()
                .named(platform)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("platform", platform)));
        // Read before a slot is taken: a sender may be slow.
        List<ChangeNotification> notices = NotificationDocument.read(whole(request));
        if (!slots.tryAcquire()) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
        try {
            platforms.notices().take(found.id(), notices);
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
