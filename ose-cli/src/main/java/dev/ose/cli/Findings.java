package dev.ose.cli;

import tools.jackson.databind.JsonNode;

/** A command that shows what checks have found. */
abstract class Findings extends BaseCommand {

    Findings(Terminal terminal) {
        super(terminal);
    }

    /** Shows the findings; fails if anything that is required is not as it must be. */
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

    /** A table, and under it what to do. */
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
