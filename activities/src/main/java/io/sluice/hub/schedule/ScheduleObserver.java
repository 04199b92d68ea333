package io.sluice.hub.schedule;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.status.FieldManagers;
import io.sluice.policy.Problem;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleReading;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Evaluates when the clusters of a Rollout may start, for an observation of the hub (between-waves
 * C7): the workflow compares instants, and needs no zone data.
 */
public final class ScheduleObserver {
  /** Any zone tells the version: they come together. */
  private static final String TZDB = ZoneRulesProvider.getVersions("Etc/UTC").lastKey();

  private static final String PATH = "Rollout spec.schedule";

  private ScheduleObserver() {}

  /**
   * Evaluates the schedule of a Rollout.
   *
   * @param managedClusters read only where a rule selects clusters by their labels
   * @return empty if nothing restricts when clusters start, or the settings are refused
   */
  public static Optional<ScheduleTimes> times(
      GenericKubernetesResource rollout,
      RolloutSpec spec,
      List<DecisionGroup> groups,
      Supplier<List<GenericKubernetesResource>> managedClusters,
      Instant now) {
    if (spec.schedule == null) {
      return Optional.empty();
    }
    return read(spec, now)
        .value()
        .map(
            schedule ->
                schedule.with(schedule.ignore().map(FieldManagers.of(rollout, now)::signed)))
        .map(
            schedule ->
                ScheduleEvaluator.evaluate(
                    schedule,
                    List.of(),
                    groups,
                    schedule.selects() ? labels(managedClusters.get()) : Map.of(),
                    now,
                    TZDB));
  }

  /** Returns what is wrong with the schedule. */
  public static List<Problem> problems(RolloutSpec spec, Instant now) {
    return spec.schedule == null ? List.of() : read(spec, now).problems();
  }

  private static ScheduleReading<Schedule> read(RolloutSpec spec, Instant now) {
    return ScheduleReader.schedule(spec.schedule, PATH, now);
  }

  private static Map<String, Map<String, String>> labels(List<GenericKubernetesResource> clusters) {
    Map<String, Map<String, String>> labels = new HashMap<>();
    clusters.forEach(
        cluster -> labels.put(cluster.getMetadata().getName(), HubObjects.labels(cluster)));
    return labels;
  }
}
