package dev.ose.keeper.support;

import dev.ose.adapter.Secret;
import dev.ose.control.Command;
import dev.ose.control.CommandHandler;
import dev.ose.control.ConfigurationCommand;
import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.configuration.ConfigurationStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Collects a support bundle. What cannot be had (a node that does not run, a database that is away) is told in its place and
 * keeps nothing else out.
 */
public final class SupportBundle {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final ConfigurationStore store;
    private final CommandHandler keeper;
    private final LogFiles logs;
    private final Path output;
    private final Clock clock;

    /**
     * @param keeper asked for what it and its node know
     * @param output directory that the bundle is written to
     */
    public SupportBundle(ConfigurationStore store, CommandHandler keeper, LogFiles logs, Path output, Clock clock) {
        this.store = store;
        this.keeper = keeper;
        this.logs = logs;
        this.output = output;
        this.clock = clock;
    }

    /** A bundle that is there. */
    public record Collected(String file, long bytes, int entries) {}

    /** Days, both included, in UTC. */
    public record Window(LocalDate from, LocalDate to) {

        boolean contains(LocalDate day) {
            return !day.isBefore(from) && !day.isAfter(to);
        }
    }

    /** Writes the bundle, readable by its owner only; whole, or none at all. Blocks for seconds to minutes. */
    public Collected collect(Window window, Consumer<Event.Progress> progress) throws IOException {
        Redactor redactor = new Redactor(store.read().secrets().values());
        Files.createDirectories(output);
        Path file = output.resolve("ose-support-" + STAMP.format(clock.instant()) + ".zip");
        Files.createFile(file, OWNER_ONLY);
        boolean isWhole = false;
        try {
            int entries = write(file, redactor, window, progress);
            isWhole = true;
            return new Collected(file.toString(), Files.size(file), entries);
        } finally {
            if (!isWhole) {
                // What made it break off, a full disk for one, would only be worse with half a bundle.
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns how many entries there are. */
    private int write(Path file, Redactor redactor, Window window, Consumer<Event.Progress> progress)
            throws IOException {
        int entries = 0;
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.WRITE))) {
            Map<String, Command> questions = questions();
            for (Map.Entry<String, Command> question : questions.entrySet()) {
                progress.accept(new Event.Progress(question.getKey(), (double) entries / (questions.size() + 1)));
                add(zip, question.getKey(), redactor.redact(answer(question.getValue(), progress)));
                entries++;
            }
            add(zip, "versions.txt", versions());
            progress.accept(Event.Progress.of("logs"));
            entries += 1 + logs.copy(window, (name, text) -> add(zip, name, redactor.redact(text)));
        }
        return entries;
    }

    private static Map<String, Command> questions() {
        Map<String, Command> questions = new LinkedHashMap<>();
        questions.put("status.json", new ServiceCommand(ServiceCommand.Action.STATUS));
        questions.put("last-words.json", new ServiceCommand(ServiceCommand.Action.LAST_WORDS));
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

    /** Of properties only those that are asked for by name: others may hold anything. */
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
