package dev.ose.keeper.support;

import dev.ose.adapter.Secret;
import dev.ose.adapter.file.PrivateFiles;
import dev.ose.control.Command;
import dev.ose.control.CommandHandler;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.configuration.ConfigurationStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Collects a support bundle. If a source fails (the node is stopped, the database unavailable), its entry holds the
 * reason, and the others are collected.
 */
public final class SupportBundle {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final ConfigurationStore store;
    private final CommandHandler keeper;
    private final LogFiles logs;
    private final Path output;
    private final Clock clock;

    /**
     * @param keeper answers what it and its node report
     * @param output directory that the bundle is written to
     */
    public SupportBundle(ConfigurationStore store, CommandHandler keeper, LogFiles logs, Path output, Clock clock) {
        this.store = store;
        this.keeper = keeper;
        this.logs = logs;
        this.output = output;
        this.clock = clock;
    }

    /** A complete bundle. */
    public record Collected(String file, long bytes, int entries) {}

    /** Days, both included, in UTC. */
    public record Window(LocalDate from, LocalDate to) {

        boolean contains(LocalDate day) {
            return !day.isBefore(from) && !day.isAfter(to);
        }
    }

    /** Writes the bundle atomically, readable by its owner only. Blocks for seconds to minutes. */
    public Collected collect(Window window, Consumer<Event.Progress> progress) throws IOException {
        Redactor redactor = new Redactor(store.read().secrets().values());
        PrivateFiles.makeDirectory(output);
        Path file = output.resolve("ose-support-" + STAMP.format(clock.instant()) + ".zip");
        Path draft = output.resolve(file.getFileName() + ".new");
        try (FileChannel channel = PrivateFiles.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int entries = write(channel, redactor, window, progress);
            channel.force(true);
            long bytes = channel.size();
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.sync(output);
            return new Collected(file.toString(), bytes, entries);
        } finally {
            // The cause, such as a full disk, must not be made worse by an incomplete bundle.
            Files.deleteIfExists(draft);
        }
    }

    /** Returns the number of entries. */
    private int write(FileChannel file, Redactor redactor, Window window, Consumer<Event.Progress> progress)
            throws IOException {
        int entries = 0;
        // Not closed: that would close the file, which must still be forced to disk.
        ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(file)));
        Map<String, Command> questions = questions();
        for (Map.Entry<String, Command> question : questions.entrySet()) {
            progress.accept(new Event.Progress(question.getKey(), (double) entries / (questions.size() + 1)));
            add(zip, question.getKey(), redactor.redact(answer(question.getValue(), progress)));
            entries++;
        }
        add(zip, "versions.txt", versions());
        progress.accept(Event.Progress.of("logs"));
        entries += 1 + logs.copy(window, new LogEntries(zip, redactor));
        zip.finish();
        zip.flush();
        return entries;
    }

    /** Logs as entries, written line by line to bound memory. */
    private static final class LogEntries implements LogFiles.Sink {

        private final ZipOutputStream zip;
        private final Redactor redactor;
        private Redactor.Pass pass;

        LogEntries(ZipOutputStream zip, Redactor redactor) {
            this.zip = zip;
            this.redactor = redactor;
            this.pass = redactor.begin();
        }

        @Override
        public void begin(String name) throws IOException {
            pass = redactor.begin();
            // Ends the entry before it.
            zip.putNextEntry(new ZipEntry(name));
        }

        @Override
        public void line(String line) throws IOException {
            zip.write((pass.redact(line) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Map<String, Command> questions() {
        Map<String, Command> questions = new LinkedHashMap<>();
        questions.put("status.json", new ServiceCommand(ServiceCommand.Action.STATUS));
        questions.put("crashes.json", new ServiceCommand(ServiceCommand.Action.CRASHES));
        questions.put("threads.txt", new ServiceCommand(ServiceCommand.Action.THREAD_DUMP));
        questions.put("heap.txt", new ServiceCommand(ServiceCommand.Action.HEAP_HISTOGRAM));
        questions.put("metrics.txt", new NodeCommand("GET", "/metrics/prometheus", null));
        questions.put("options.json", configuration("options.list"));
        questions.put("jvm-arguments.json", configuration("jvm.show"));
        questions.put("certificates.json", configuration("certificate.show"));
        questions.put("checks.json", configuration("validate"));
        return questions;
    }

    private static Command configuration(String verb) {
        return new ConfigurationCommand(verb, Map.of(), Map.<String, Secret>of(), false);
    }

    private String answer(Command command, Consumer<Event.Progress> progress) {
        return switch (keeper.handle(command, progress)) {
            case Event.Answer answer ->
                answer.result().path("text").isString()
                        ? answer.result().path("text").asString()
                        : answer.result().toPrettyString();
            case Event.Refusal refusal -> refusal.code() + ": " + refusal.sentence() + " " + refusal.remedy();
        };
    }

    /** Lists selected system properties only: others may hold anything. */
    private static String versions() {
        StringBuilder text = new StringBuilder();
        for (String name : new String[] {"java.vendor", "java.version", "os.name", "os.version", "os.arch"}) {
            text.append(name).append(": ").append(System.getProperty(name)).append('\n');
        }
        Runtime runtime = Runtime.getRuntime();
        return text.append("processors: ")
                .append(runtime.availableProcessors())
                .append('\n')
                .toString();
    }

    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
