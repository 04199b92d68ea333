package io.sluice.hub.schedule;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Holds the calendars that may bind the Rollouts of one namespace, as they were read (between-waves
 * 2).
 *
 * @param read whether anybody looked; else nothing is judged by them
 * @param named the RolloutCalendars of the namespace, or at least all that the Rollout names; empty
 *     if the hub serves no such kind
 * @param ofCluster all ClusterRolloutCalendars; none also where the hub serves no such kind
 * @param namespaceLabels of the namespace; read only where a calendar selects by them
 */
public record CalendarObjects(
    boolean read,
    Optional<List<GenericKubernetesResource>> named,
    List<GenericKubernetesResource> ofCluster,
    Supplier<Map<String, String>> namespaceLabels) {
  /** Nobody looked for calendars. */
  public static final CalendarObjects UNREAD =
      new CalendarObjects(false, Optional.empty(), List.of(), Map::of);

  public CalendarObjects {
    named = named.map(List::copyOf);
    ofCluster = List.copyOf(ofCluster);
    requireNonNull(namespaceLabels, "namespaceLabels is null");
  }

  /** Holds what was read. */
  public CalendarObjects(
      Optional<List<GenericKubernetesResource>> named,
      List<GenericKubernetesResource> ofCluster,
      Supplier<Map<String, String>> namespaceLabels) {
    this(true, named, ofCluster, namespaceLabels);
  }

  /** Returns what the path of a setting of a calendar begins with. */
  static String path(GenericKubernetesResource calendar) {
    String name = calendar.getMetadata().getName();
    return calendar.getMetadata().getNamespace() == null
        ? "ClusterRolloutCalendar %s spec".formatted(name)
        : "RolloutCalendar %s/%s spec".formatted(calendar.getMetadata().getNamespace(), name);
  }
}
