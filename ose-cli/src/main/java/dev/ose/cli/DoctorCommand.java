package dev.ose.cli;

import dev.ose.control.ServiceCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code ose doctor}: from the keeper inwards, whatever of it can be asked. */
@Command
final class DoctorCommand extends Findings {

    DoctorCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    ExitCode perform() {
        List<Map<String, @Nullable Object>> findings = new ArrayList<>();
        boolean keeper = look(findings, "Keeper", "answers", () -> ask("options.list"));
        if (keeper) {
            look(findings, "Node", null, () -> ask(new ServiceCommand(ServiceCommand.Action.STATUS)));
        }
        tools.jackson.databind.node.ArrayNode all = (tools.jackson.databind.node.ArrayNode) Json.tree(List.of());
        if (keeper) {
            look(findings, "Checks", "done", () -> {
                JsonNode checks = ask("validate");
                checks.forEach(all::add);
                return checks;
            });
        }
        for (int i = findings.size() - 1; i >= 0; i--) {
            all.insert(0, Json.tree(findings.get(i)));
        }
        return showFindings(all);
    }

    /** Notes whether a question is answered; a refusal is a finding, not the end. */
    private static boolean look(
            List<Map<String, @Nullable Object>> findings,
            String name,
            @Nullable String detail,
            java.util.function.Supplier<JsonNode> question) {
        Map<String, @Nullable Object> finding = new LinkedHashMap<>();
        finding.put("name", name);
        finding.put("required", true);
        try {
            JsonNode answer = question.get();
            finding.put("connectivity", "Valid");
            finding.put("detail", detail == null ? summary(answer) : detail);
            finding.put("remedy", null);
        } catch (CommandFailure e) {
            finding.put("connectivity", "Failed");
            finding.put("detail", e.refusal().code() + ": " + e.refusal().sentence());
            finding.put("remedy", e.refusal().remedy());
        }
        findings.add(finding);
        return "Valid".equals(finding.get("connectivity"));
    }

    private static String summary(JsonNode status) {
        List<String> parts = new ArrayList<>();
        status.properties().forEach(it -> parts.add(it.getKey() + " " + Table.text(it.getValue())));
        return String.join(", ", parts);
    }
}
