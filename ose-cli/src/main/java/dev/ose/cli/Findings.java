package dev.ose.cli;

import tools.jackson.databind.JsonNode;

/** A command that prints the findings of checks. */
abstract class Findings extends BaseCommand {

    Findings(Terminal terminal) {
        super(terminal);
    }

    /** Prints the findings; fails if a required one is invalid. */
    final ExitCode showFindings(JsonNode findings) {
        show(findings, Findings::forPeople);
        for (JsonNode finding : findings) {
            if (finding.path("required").asBoolean()
                    && finding.path("connectivity").asString().equals("Failed")) {
                return ExitCode.FAILED;
            }
        }
        return ExitCode.DONE;
    }

    /** A table, followed by the remedies. */
    private static Object forPeople(JsonNode findings) {
        Table table = new Table("NAME", "REQUIRED", "CONNECTIVITY", "DETAIL");
        StringBuilder remedies = new StringBuilder();
        for (JsonNode finding : findings) {
            String name = finding.path("name").asString();
            table.row(
                    name,
                    finding.path("required").asBoolean() ? "Y" : "N",
                    finding.path("connectivity").asString(),
                    Table.text(finding.path("detail")));
            if (finding.path("remedy").isString()) {
                remedies.append("\n")
                        .append(name)
                        .append(": ")
                        .append(finding.path("remedy").asString());
            }
        }
        return remedies.isEmpty() ? table : table + "\n" + remedies;
    }
}
