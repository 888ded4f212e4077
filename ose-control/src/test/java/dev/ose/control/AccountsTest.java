package dev.ose.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountsTest {

    @Test
    void primaryGroupCounts() {
        assertThat(Accounts.isMember("root", "root")).isTrue();
    }

    @Test
    void groupOfAnotherDoesNot() {
        assertThat(Accounts.isMember("nobody", "root")).isFalse();
    }

    @Test
    void unknownNamesAreMembersOfNothing() {
        assertThat(Accounts.isMember("root", "no-such-group")).isFalse();
        assertThat(Accounts.isMember("no-such-user", "root")).isFalse();
    }

    @Test
    void supplementaryGroupCounts() throws Exception {
        // name:password:id:member,member
        List<String[]> filled = Files.readAllLines(Path.of("/etc/group")).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length == 4 && !fields[3].isEmpty())
                .toList();
        assumeTrue(!filled.isEmpty(), "no group of this machine has members");

        assertThat(Accounts.isMember(filled.getFirst()[3].split(",", 2)[0], filled.getFirst()[0]))
                .isTrue();
    }
}
