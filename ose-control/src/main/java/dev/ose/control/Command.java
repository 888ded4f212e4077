package dev.ose.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A command of {@code ose} to the keeper. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ServiceCommand.class, name = "service"),
    @JsonSubTypes.Type(value = ConfigurationCommand.class, name = "configuration"),
    @JsonSubTypes.Type(value = NodeCommand.class, name = "node")
})
public sealed interface Command permits ServiceCommand, ConfigurationCommand, NodeCommand {}
