package io.sluice.workflow;

/** Answers the update {@code approve}, once the approval is recorded. */
public record ApprovalAnswer(String message) {}
