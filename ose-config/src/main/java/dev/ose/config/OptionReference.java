package dev.ose.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes the reference page of all options. */
public final class OptionReference {

    private OptionReference() {}

    /** Writes the page to the file named by the first argument. */
    public static void main(String[] arguments) throws IOException {
        Path page = Path.of(arguments[0]).toAbsolutePath();
        Path folder = page.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(page, markdown());
    }

    /** The page in Markdown. */
    public static String markdown() {
        StringBuilder page = new StringBuilder("""
                # Options

                This page is generated from the option declarations in `ose-config`; do not edit it.

                A later source overrides an earlier one: the defaults, the properties file named by `--config=FILE` or
                `OSE_CONFIG`, environment variables, the command line (`--server.port=9001`). The variable of an option
                is its key in capitals with `_` for every other character, after `OSE_`: `server.port` is
                `OSE_SERVER_PORT`. An unknown key, an impossible value or a contradictory pair stops the start with a
                sentence that names the fix.
                """);
        OptionCatalogue.builtIn().chapters().forEach((title, options) -> {
            page.append("\n## ").append(title).append("\n\n");
            page.append("| Option | Default | Allowed | Restart | What it does |\n");
            page.append("| --- | --- | --- | --- | --- |\n");
            options.forEach(option -> row(page, option));
        });
        formerKeys(page);
        return page.toString();
    }

    private static void formerKeys(StringBuilder page) {
        page.append("""

                ## Keys of VMware's Object Storage Extension

                Each option that was published of versions 1.0 to 3.1. All are taken; `ose args set` and the node's log
                warn of those without effect (`OSE-1008`). Proxies and other properties of the JVM (`http.proxyHost`
                and the like) are `ose jvmargs`, there as here; `oss.outbound.proxy` is the option for them, which takes
                a login from a file.

                Other properties of Spring Boot (`spring.`, `server.`, `logging.`, `management.`, `springdoc.`) are
                passed to it as they are, with a warning (`OSE-1007`); `logging.level.LOGGER` sets what a logger writes.
                Refused (`OSE-1009`) are those that could undo what keeps a node safe: `spring.config`, `spring.main`,
                `spring.mvc`, `spring.web`, `spring.security`, `spring.ssl`, `server.servlet` and the like. Properties
                of what OSE makes by itself, such as listeners and database connections, have no effect.

                | Key | Default there | Default here | What became of it |
                | --- | --- | --- | --- |
                """);
        DeprecatedOptions.all().forEach(former -> row(page, former));
    }

    private static void row(StringBuilder page, DeprecatedOption former) {
        String story =
                switch (former.fate()) {
                    case DeprecatedOption.Fate.Kept kept ->
                        kept.option().sentence() + (kept.difference() == null ? "" : " " + kept.difference());
                    case DeprecatedOption.Fate.Mapped mapped -> "Taken as `" + mapped.key() + "`. " + mapped.reason();
                };
        @Nullable
        String here = former.fate() instanceof DeprecatedOption.Fate.Kept kept
                ? kept.option().defaultText()
                : null;
        page.append("| `")
                .append(former.key())
                .append("` | ")
                .append(former.formerDefault() == null ? "" : former.formerDefault())
                .append(" | ")
                .append(here == null ? "" : "`" + here + "`")
                .append(" | ")
                .append(story)
                .append(" |\n");
    }

    private static void row(StringBuilder page, Option<?> option) {
        @Nullable String defaultText = option.defaultText();
        page.append("| `")
                .append(option.key())
                .append("` | ")
                .append(defaultText == null ? "" : "`" + defaultText + "`")
                .append(" | ")
                .append(option.type().allowed())
                .append(" | ")
                .append(option.needsRestart() ? "yes" : "no")
                .append(" | ")
                .append(option.sentence())
                .append(" |\n");
    }
}
