package io.sluice.hub.schedule;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.schedule.CalendarFinder.Found;
import io.sluice.hub.status.FieldManagers;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.RolloutCalendar;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Evaluates when the clusters of a Rollout may start, for an observation of the hub (between-waves
 * C7): the workflow compares instants, and needs no zone data.
 */
public final class ScheduleObserver {
  /** Any zone tells the version: they come together. */
  private static final String TZDB = ZoneRulesProvider.getVersions("Etc/UTC").lastKey();

  private static final String PATH = "Rollout spec.schedule";

  private final Optional<GenericKubernetesResource> rollout;
  private final Map<String, Object> settings;
  private final CalendarObjects calendars;
  private final Map<String, String> policyLabels;

  /**
   * Observes the schedule of a Rollout.
   *
   * @param rollout the object; where there is none, calendars of the cluster may bind it all the
   *     same
   * @param calendars those that may bind it
   * @param policyLabels of what is rolled out, by which calendars of the cluster select
   */
  public ScheduleObserver(
      Optional<GenericKubernetesResource> rollout,
      RolloutSpec spec,
      CalendarObjects calendars,
      Map<String, String> policyLabels) {
    this.rollout = requireNonNull(rollout, "rollout is null");
    this.settings = spec.schedule;
    this.calendars = requireNonNull(calendars, "calendars is null");
    this.policyLabels = Map.copyOf(policyLabels);
  }

  /**
   * Evaluates when clusters may start.
   *
   * @param managedClusters read only where a rule selects clusters by their labels
   * @return empty if nothing restricts when clusters start, or the settings are refused
   */
  public Optional<ScheduleTimes> times(
      List<DecisionGroup> groups,
      Supplier<List<GenericKubernetesResource>> managedClusters,
      Instant now) {
    Optional<Schedule> read = read(now).value();
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Found found = find(read.get(), now);
    if (!found.problems().isEmpty() || settings == null && found.identity().isEmpty()) {
      return Optional.empty();
    }
    Schedule schedule =
        read.get()
            .with(
                read.get()
                    .ignore()
                    .flatMap(
                        ignored -> rollout.map(of -> FieldManagers.of(of, now).signed(ignored))));
    boolean selects =
        schedule.own().selects() || found.calendars().stream().anyMatch(RolloutCalendar::selects);
    return Optional.of(
        ScheduleEvaluator.evaluate(
                schedule,
                found.calendars(),
                groups,
                selects ? labels(managedClusters.get()) : Map.of(),
                now,
                TZDB)
            .of(found.identity()));
  }

  /** Returns what is wrong with the schedule, and with the calendars that bind the Rollout. */
  public List<Problem> problems(Instant now) {
    SettingsReading<Schedule> reading = read(now);
    return Stream.concat(
            reading.problems().stream(),
            reading.value().stream().flatMap(read -> find(read, now).problems().stream()))
        .toList();
  }

  /** Returns what is wrong with the schedule itself. */
  public static List<Problem> problems(RolloutSpec spec, Instant now) {
    return read(spec.schedule, now).problems();
  }

  private Found find(Schedule schedule, Instant now) {
    return new CalendarFinder(calendars, policyLabels, PATH, now).find(schedule);
  }

  private SettingsReading<Schedule> read(Instant now) {
    return read(settings, now);
  }

  private static SettingsReading<Schedule> read(Map<String, Object> settings, Instant now) {
    return settings == null
        ? new SettingsReading<>(Optional.of(Schedule.NONE), List.of(), List.of())
        : ScheduleReader.schedule(settings, PATH, now);
  }

  private static Map<String, Map<String, String>> labels(List<GenericKubernetesResource> clusters) {
    Map<String, Map<String, String>> labels = new HashMap<>();
    clusters.forEach(
        cluster -> labels.put(cluster.getMetadata().getName(), HubObjects.labels(cluster)));
    return labels;
  }
}
