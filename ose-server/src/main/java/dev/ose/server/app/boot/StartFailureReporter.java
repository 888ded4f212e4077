package dev.ose.server.app.boot;

import org.springframework.boot.SpringBootExceptionReporter;

/** Keeps Spring Boot from reporting a failed start: {@code main} tells it, in one line. */
final class StartFailureReporter implements SpringBootExceptionReporter {

    StartFailureReporter() {}

    @Override
    public boolean reportException(Throwable failure) {
        return true;
    }
}
