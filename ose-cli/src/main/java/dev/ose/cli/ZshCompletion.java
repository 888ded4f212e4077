package dev.ose.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A native completion script for zsh: words and options with descriptions. picocli's script emulates bash's completion,
 * which shows no descriptions and must be loaded by the user.
 */
final class ZshCompletion {

    /** The function that evaluates the tables; zsh loads it on demand, or it is sourced. */
    private static final String PROGRAM = """
              for word in "${(@)words[2,CURRENT-1]}"; do
                if [[ $'\\n'${words_of[$place]-} == *$'\\n'$word:* ]]; then
                  place="${place:+$place }$word"
                fi
              done
              if [[ $PREFIX == -* ]]; then
                offered=("${(@f)options_of[$place]}")
                _describe -o option offered
              elif [[ -n ${words_of[$place]-} ]]; then
                offered=("${(@f)words_of[$place]}")
                _describe command offered
              else
                _files
              fi
            }

            if [[ $funcstack[1] == _ose ]]; then
              _ose "$@"
            else
              compdef _ose ose
            fi
            """;

    private ZshCompletion() {}

    /** The file {@code _ose}. */
    static String script(CommandLine ose) {
        StringBuilder words = new StringBuilder();
        StringBuilder options = new StringBuilder();
        collect(ose, "", words, options);
        return "#compdef ose\n\n_ose() {\n  local place= word\n  local -a offered\n  local -A words_of options_of\n"
                + "  words_of=(\n" + words + "  )\n  options_of=(\n" + options + "  )\n" + PROGRAM;
    }

    /** The entries of each table for {@code place}, followed by those of its subcommands. */
    private static void collect(CommandLine line, String place, StringBuilder words, StringBuilder options) {
        StringBuilder following = new StringBuilder();
        for (Map.Entry<String, CommandLine> child : line.getSubcommands().entrySet()) {
            if (!child.getValue().getCommandSpec().usageMessage().hidden()) {
                following
                        .append(child.getKey())
                        .append(':')
                        .append(CompletionCommand.first(child.getValue().getCommandSpec()))
                        .append('\n');
                collect(child.getValue(), (place + " " + child.getKey()).strip(), words, options);
            }
        }
        StringBuilder switches = new StringBuilder();
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (!option.hidden()) {
                switches.append(option.longestName())
                        .append(':')
                        .append(CommandReference.description(option))
                        .append('\n');
            }
        }
        entry(words, place, following);
        entry(options, place, switches);
    }

    private static void entry(StringBuilder table, String place, StringBuilder lines) {
        if (!lines.isEmpty()) {
            table.append("    '")
                    .append(place)
                    .append("' $'")
                    .append(quoted(lines.toString().strip()))
                    .append("'\n");
        }
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    }
}
