package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds the last reports of a spoke on one template: an element of {@code status.details}.
 *
 * @param history newest first
 */
public record TemplateReport(String template, Optional<Compliance> compliant, List<Entry> history) {
  public TemplateReport {
    requireNonNull(template, "template is null");
    requireNonNull(compliant, "compliant is null");
    history = List.copyOf(history);
  }

  /** Holds one report, identified by the name of its event. */
  public record Entry(String eventName, Instant lastTimestamp) {
    public Entry {
      requireNonNull(eventName, "eventName is null");
      requireNonNull(lastTimestamp, "lastTimestamp is null");
    }
  }
}
