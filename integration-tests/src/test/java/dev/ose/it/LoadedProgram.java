package dev.ose.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process that has loaded a program and runs commands one after the other, because most clients take longer to load
 * than to run. It exits with the tests' process, which closes its standard input.
 */
final class LoadedProgram {

    private static final Map<List<Object>, LoadedProgram> RUNNING = new ConcurrentHashMap<>();

    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    private LoadedProgram(List<String> line, Map<String, String> environment) {
        try {
            ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().clear();
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + line.getFirst(), e);
        }
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The one with that line and environment; started if this is the first call. */
    static LoadedProgram of(List<String> line, Map<String, String> environment) {
        return RUNNING.computeIfAbsent(
                List.of(List.copyOf(line), Map.copyOf(environment)), absent -> new LoadedProgram(line, environment));
    }

    /** Runs a Python script for each command, in an environment of its own, with preloaded modules. */
    static LoadedProgram python(Path interpreter, Path script, String... modules) {
        return python(interpreter, Map.of(), script, modules);
    }

    /** The same with variables for the loading. */
    static LoadedProgram python(Path interpreter, Map<String, String> variables, Path script, String... modules) {
        List<String> line = new ArrayList<>(List.of(
                interpreter.toString(),
                Tools.repository().resolve("integration-tests/tools/loaded.py").toString(),
                script.toString()));
        line.addAll(List.of(modules));
        Command loading = new Command();
        variables.forEach(loading::variable);
        return of(line, loading.environment());
    }

    /** Performs one command; an {@link AssertionError} if it is not over in time. */
    synchronized Command.Ended run(List<String> words, Map<String, String> environment, Duration limit) {
        String request = JsonMapper.shared().writeValueAsString(Map.of("words", words, "variables", environment));
        try {
            requests.write(request + "\n");
            requests.flush();
            String line = CompletableFuture.supplyAsync(this::answer).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            JsonNode answer = JsonMapper.shared().readTree(line);
            return new Command.Ended(
                    String.join(" ", words),
                    answer.required("status").asInt(),
                    answer.required("output").asString(),
                    answer.required("errors").asString());
        } catch (IOException | ExecutionException e) {
            throw new AssertionError("the program ended in " + words, e);
        } catch (TimeoutException e) {
            end();
            throw new AssertionError(words + " is not over after " + limit, e);
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private String answer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("it says nothing more");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it and the command that it performs; the next command gets another one. */
    private void end() {
        RUNNING.values().remove(this);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
