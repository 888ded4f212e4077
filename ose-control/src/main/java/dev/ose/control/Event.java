package dev.ose.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the keeper tells about a command: any number of times how it goes, then once how it ended. */
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
     * How it goes.
     *
     * @param sentence what is being done
     * @param fraction how much of it is done, from 0 to 1; absent if nobody knows
     */
    record Progress(String sentence, @Nullable Double fraction) implements Event {

        /** Something whose end cannot be foreseen. */
        public static Progress of(String sentence) {
            return new Progress(sentence, null);
        }
    }

    /** It is done. */
    record Answer(JsonNode result) implements Outcome {

        /** Without the result, which may carry the secret of a new key. */
        @Override
        public String toString() {
            return "Answer[...]";
        }
    }

    /**
     * It was not done, or nobody knows whether it was.
     *
     * @param code stable, such as {@code OSE-3001}
     * @param sentence what happened
     * @param remedy what to do
     */
    record Refusal(String code, String sentence, String remedy) implements Outcome {}
}
