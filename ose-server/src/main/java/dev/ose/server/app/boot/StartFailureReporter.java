package dev.ose.server.app.boot;

import org.springframework.boot.SpringBootExceptionReporter;

/** Suppresses Spring Boot's report of a failed start: {@code main} reports it in one line. */
final class StartFailureReporter implements SpringBootExceptionReporter {

    StartFailureReporter() {}

    @Override
    public boolean reportException(Throwable failure) {
        return true;
    }
}
