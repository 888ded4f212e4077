package dev.ose.server.app.config;

import java.util.concurrent.atomic.AtomicReference;

/** Wakes the verification of keys; the code that marks keys is created before it. */
final class WakeUpSignal implements Runnable {

    private final AtomicReference<Runnable> receiver = new AtomicReference<>(() -> {});

    /** Sends further signals there. */
    void answerBy(Runnable answer) {
        receiver.set(answer);
    }

    @Override
    public void run() {
        receiver.get().run();
    }
}
