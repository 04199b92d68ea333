package io.sluice.hub.schedule;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads from the hub the calendars that may bind a Rollout: at most two lists, and the namespace
 * where a calendar selects by its labels.
 */
public final class CalendarReader {
  private static final int FORBIDDEN = 403;

  private final HubApi hub;
  private final boolean viewing;

  /**
   * Holds the calendars of a namespace.
   *
   * @param seen whether who looks may see them
   * @param found empty if the hub serves no such kind
   */
  public record Named(boolean seen, Optional<List<GenericKubernetesResource>> found) {
    /** Nobody names one. */
    public static final Named NONE = new Named(true, Optional.of(List.of()));
  }

  /** Reads for who judges by them: without the right to, nothing is known at all. */
  public CalendarReader(HubApi hub) {
    this(hub, false);
  }

  private CalendarReader(HubApi hub, boolean viewing) {
    this.hub = requireNonNull(hub, "hub is null");
    this.viewing = viewing;
  }

  /**
   * Returns a reader for who only looks, perhaps without the right to see calendars: then they
   * count as not read, and all else is shown.
   */
  public static CalendarReader viewing(HubApi hub) {
    return new CalendarReader(hub, true);
  }

  /**
   * Returns all that select Rollouts themselves; none where the hub serves no such kind, empty
   * where who looks may not see them.
   */
  public Optional<List<GenericKubernetesResource>> ofCluster() {
    return permitted(
        () ->
            hub.ifServed(
                    Kinds.CLUSTER_ROLLOUT_CALENDAR,
                    () -> hub.listAll(Kinds.CLUSTER_ROLLOUT_CALENDAR))
                .orElse(List.of()));
  }

  private <T> Optional<T> permitted(Supplier<T> read) {
    try {
      return Optional.of(read.get());
    } catch (HubException e) {
      if (viewing && e.code() == FORBIDDEN) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns whether a Rollout names calendars of its namespace. */
  public static boolean named(Optional<GenericKubernetesResource> rollout) {
    return rollout
        .map(RolloutSpecReader::of)
        .filter(spec -> spec.schedule != null && spec.schedule.containsKey("calendars"))
        .isPresent();
  }

  /** Reads those of a namespace. */
  public Named named(String namespace) {
    return permitted(
            () ->
                hub.ifServed(
                    Kinds.ROLLOUT_CALENDAR, () -> hub.list(Kinds.ROLLOUT_CALENDAR, namespace)))
        .map(found -> new Named(true, found))
        .orElse(new Named(false, Optional.empty()));
  }

  /**
   * Reads those of a namespace, where a Rollout names any.
   *
   * @param ofCluster those that select Rollouts themselves; empty if they may not be seen
   */
  public CalendarObjects read(
      String namespace,
      Optional<GenericKubernetesResource> rollout,
      Optional<List<GenericKubernetesResource>> ofCluster) {
    return of(namespace, named(rollout) ? named(namespace) : Named.NONE, ofCluster);
  }

  /**
   * Returns what was read.
   *
   * @param named those of the namespace; none if no Rollout names any
   * @param ofCluster those that select Rollouts themselves; empty if they may not be seen
   */
  public CalendarObjects of(
      String namespace, Named named, Optional<List<GenericKubernetesResource>> ofCluster) {
    return ofCluster.isEmpty() || !named.seen()
        ? CalendarObjects.UNREAD
        : new CalendarObjects(named.found(), ofCluster.get(), () -> labels(namespace));
  }

  /** Returns the labels of a namespace; none of one that is gone. */
  public Map<String, String> labels(String namespace) {
    return hub.get(Kinds.NAMESPACE, "", namespace).map(HubObjects::labels).orElse(Map.of());
  }
}
