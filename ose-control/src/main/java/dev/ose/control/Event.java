package dev.ose.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An event of a command: any number of progress events, then exactly one outcome. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Event.Progress.class, name = "progress"),
    @JsonSubTypes.Type(value = Event.Answer.class, name = "answer"),
    @JsonSubTypes.Type(value = Event.Refusal.class, name = "refusal")
})
public sealed interface Event permits Event.Progress, Event.Outcome {

    /** The last event of a command. */
    sealed interface Outcome extends Event permits Answer, Refusal {}

    /**
     * Progress.
     *
     * @param sentence what is being done
     * @param fraction the completed part, from 0 to 1; absent if unknown
     */
    record Progress(String sentence, @Nullable Double fraction) implements Event {

        /** Progress of unknown extent. */
        public static Progress of(String sentence) {
            return new Progress(sentence, null);
        }
    }

    /** Success. */
    record Answer(JsonNode result) implements Outcome {

        /** Omits the result, which may contain the secret of a new key. */
        @Override
        public String toString() {
            return "Answer[...]";
        }
    }

    /**
     * Failure, or an unknown outcome.
     *
     * @param code stable, such as {@code OSE-3001}
     * @param sentence what happened
     * @param remedy what to do
     */
    record Refusal(String code, String sentence, String remedy) implements Outcome {}
}
