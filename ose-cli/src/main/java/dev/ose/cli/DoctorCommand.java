package dev.ose.cli;

import dev.ose.control.ServiceCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose doctor}: checks everything that responds, from the keeper inwards. */
@Command
final class DoctorCommand extends Findings {

    DoctorCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    ExitCode perform() {
        List<Map<String, @Nullable Object>> findings = new ArrayList<>();
        boolean keeper = look(findings, "Keeper", () -> {
            ask("options.list");
            return "answers";
        });
        if (keeper) {
            look(findings, "Node", () -> well(ask(new ServiceCommand(ServiceCommand.Action.STATUS))));
        }
        ArrayNode all = (ArrayNode) Json.tree(List.of());
        if (keeper) {
            look(findings, "Checks", () -> {
                ask("validate").forEach(all::add);
                return "done";
            });
        }
        for (int i = findings.size() - 1; i >= 0; i--) {
            all.insert(0, Json.tree(findings.get(i)));
        }
        return showFindings(all);
    }

    /** Records whether a query succeeds; a refusal is a finding and does not end the command. */
    private static boolean look(List<Map<String, @Nullable Object>> findings, String name, Supplier<String> question) {
        Map<String, @Nullable Object> finding = new LinkedHashMap<>();
        finding.put("name", name);
        finding.put("required", true);
        try {
            String answer = question.get();
            finding.put("connectivity", "Valid");
            finding.put("detail", answer);
            finding.put("remedy", null);
        } catch (CommandFailure e) {
            finding.put("connectivity", "Failed");
            finding.put("detail", e.refusal().code() + ": " + e.refusal().sentence());
            finding.put("remedy", e.refusal().remedy());
        }
        findings.add(finding);
        return "Valid".equals(finding.get("connectivity"));
    }

    /** The keeper also reports a node that does not serve, or is degraded. */
    private static String well(JsonNode status) {
        String sentence = status.path("sentence").asString("");
        boolean serves = status.path("state").asString("").equals("SERVING");
        String code = status.path("code").asString("");
        if (serves && code.isEmpty()) {
            return sentence;
        }
        throw CommandFailure.of(
                ExitCode.NOT_RUNNING,
                code.isEmpty() ? "OSE-3211" : code,
                sentence,
                serves
                        ? "Look at its log and at the checks below."
                        : "ose service crashes lists crash reports; ose service start starts it now.");
    }
}
