package dev.ose.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFailuresTest {

    /** Changes and their commit are sent together: the server's answer shows whether it reached the commit. */
    @ParameterizedTest
    @CsvSource({
        "40001,true",
        "40P01,true",
        "23505,true",
        "42501,true",
        "22021,true",
        "55P03,true",
        "57014,true",
        "53100,true",
        "40003,false",
        "08006,false",
        "57P01,false",
        "57P02,false",
        "58030,false",
        "XX000,false",
        ",false"
    })
    void answerOfTheServerMeansThatNothingWasCommitted(String state, boolean isAnswered) {
        assertThat(SqlFailures.isAnswered(new SQLException("refused", state))).isEqualTo(isAnswered);
    }
}
