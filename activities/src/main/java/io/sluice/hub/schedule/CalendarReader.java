package io.sluice.hub.schedule;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads from the hub the calendars that may bind a Rollout: at most two lists, and the namespace
 * where a calendar selects by its labels.
 */
public final class CalendarReader {
  private final HubApi hub;

  public CalendarReader(HubApi hub) {
    this.hub = requireNonNull(hub, "hub is null");
  }

  /** Returns all that select Rollouts themselves; none where the hub serves no such kind. */
  public List<GenericKubernetesResource> ofCluster() {
    return hub.ifServed(
            Kinds.CLUSTER_ROLLOUT_CALENDAR, () -> hub.listAll(Kinds.CLUSTER_ROLLOUT_CALENDAR))
        .orElse(List.of());
  }

  /**
   * Reads those of a namespace, where a Rollout names any.
   *
   * @param ofCluster those that select Rollouts themselves
   */
  public CalendarObjects read(
      String namespace,
      Optional<GenericKubernetesResource> rollout,
      List<GenericKubernetesResource> ofCluster) {
    boolean names =
        rollout
            .map(RolloutSpecReader::of)
            .filter(spec -> spec.schedule != null && spec.schedule.containsKey("calendars"))
            .isPresent();
    return new CalendarObjects(
        names
            ? hub.ifServed(
                Kinds.ROLLOUT_CALENDAR, () -> hub.list(Kinds.ROLLOUT_CALENDAR, namespace))
            : Optional.of(List.of()),
        ofCluster,
        () -> labels(namespace));
  }

  /** Returns the labels of a namespace; none of one that is gone. */
  public Map<String, String> labels(String namespace) {
    return hub.get(Kinds.NAMESPACE, "", namespace).map(HubObjects::labels).orElse(Map.of());
  }
}
