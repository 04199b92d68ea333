package io.sluice.control.cache;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks up the calendars that may bind the Rollouts of a namespace.
 *
 * <p>Namespaces are not watched: a hub has one for each cluster, and few calendars select by their
 * labels. So the labels of one are read from the hub where a calendar does, and kept for a minute.
 */
public final class CalendarCache {
  /** What the informers have to watch, as far as the hub serves it. */
  public static final List<ResourceDefinitionContext> KINDS =
      List.of(Kinds.ROLLOUT_CALENDAR, Kinds.CLUSTER_ROLLOUT_CALENDAR);

  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Informers informers;
  private final CalendarReader reader;
  private final ProcessTime time;
  private final Map<String, Labels> labels = new ConcurrentHashMap<>();

  /** Of a namespace, as they were read at that time of the process. */
  private record Labels(Map<String, String> values, long nanos) {}

  /** Looks them up in what these informers have seen. */
  public CalendarCache(Informers informers, CalendarReader reader, ProcessTime time) {
    this.informers = requireNonNull(informers, "informers is null");
    this.reader = requireNonNull(reader, "reader is null");
    this.time = requireNonNull(time, "time is null");
  }

  /** Returns those that may bind the Rollouts of a namespace. */
  public CalendarObjects of(String namespace) {
    return new CalendarObjects(
        informers.served(Kinds.ROLLOUT_CALENDAR)
            ? Optional.of(informers.in(Kinds.ROLLOUT_CALENDAR, namespace))
            : Optional.empty(),
        informers.all(Kinds.CLUSTER_ROLLOUT_CALENDAR),
        () -> labels(namespace));
  }

  private Map<String, String> labels(String namespace) {
    long now = time.nanos();
    return labels
        .compute(
            namespace,
            (name, known) ->
                known != null && now - known.nanos() < KEPT.toNanos()
                    ? known
                    : new Labels(reader.labels(name), now))
        .values();
  }
}
