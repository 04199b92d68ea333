package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Shows one thing that happened.
 *
 * @param title what it is, in short
 * @param warning whether a person should look at it
 */
public record TimelineEntry(Instant at, String title, String message, boolean warning) {
  public TimelineEntry {
    requireNonNull(at, "at is null");
    requireNonNull(title, "title is null");
    requireNonNull(message, "message is null");
  }
}
