package io.sluice.workflow;

/** Answers a person's update, once what they asked for is recorded. */
public record RequestAnswer(String message) {}
