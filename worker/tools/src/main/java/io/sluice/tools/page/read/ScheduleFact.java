package io.sluice.tools.page.read;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.schedule.ScheduleTimes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds when clusters may start, for a page: where the status says that calendars are asked. */
final class ScheduleFact {
  private static final String NOT_SHOWN = "When clusters may start is not shown: %s.";

  private ScheduleFact() {}

  /**
   * Returns it; empty where nothing restricts it, or it is not known.
   *
   * @param calendarsRead whether all calendars that may bind the rollout could be read
   * @param unknown gets a sentence on what could not be read
   */
  static Optional<ScheduleTimes> read(
      RolloutStatus status,
      boolean calendarsRead,
      Supplier<Optional<ScheduleTimes>> times,
      List<String> unknown) {
    if (status.schedule == null) {
      return Optional.empty();
    }
    if (!calendarsRead) {
      unknown.add(NOT_SHOWN.formatted("you may not list calendars (docs/calendars.md)"));
      return Optional.empty();
    }
    try {
      return times.get();
    } catch (HubException | KubernetesClientException e) {
      unknown.add(NOT_SHOWN.formatted(HubFailures.reason(e)));
      return Optional.empty();
    }
  }
}
