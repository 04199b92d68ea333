package io.sluice.hub.schedule;

import static java.util.stream.Collectors.toMap;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Hashes;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.RolloutCalendar;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the calendars that bind a Rollout, and everything that is wrong with them (between-waves 2,
 * C9): those that it names, and those of the cluster that select it.
 *
 * <p>A calendar of the cluster that does not select the Rollout is not read.
 */
final class CalendarFinder {
  private final CalendarObjects objects;
  private final Map<String, String> policyLabels;
  private final String path;
  private final Instant now;

  /**
   * Finds them among these.
   *
   * @param policyLabels of what is rolled out
   * @param path of the schedule
   */
  CalendarFinder(
      CalendarObjects objects, Map<String, String> policyLabels, String path, Instant now) {
    this.objects = objects;
    this.policyLabels = policyLabels;
    this.path = path;
    this.now = now;
  }

  /**
   * What was found.
   *
   * @param identity stands for these calendars as they are; empty if there are none
   */
  record Found(List<RolloutCalendar> calendars, List<Problem> problems, String identity) {
    static final Found NONE = new Found(List.of(), List.of(), "");
  }

  Found find(Schedule schedule) {
    if (!objects.read()) {
      return Found.NONE;
    }
    Map<String, GenericKubernetesResource> existing =
        objects.named().orElse(List.of()).stream()
            .collect(toMap(found -> found.getMetadata().getName(), found -> found, (a, b) -> a));
    List<GenericKubernetesResource> binding =
        Stream.concat(
                schedule.calendars().stream().filter(existing::containsKey).map(existing::get),
                objects.ofCluster().stream()
                    .filter(this::binds)
                    .sorted(
                        Comparator.comparing(
                            found -> found.getMetadata().getName(), ByteOrder.NAMES)))
            .toList();
    List<Problem> problems = new ArrayList<>(missing(schedule, existing));
    List<RolloutCalendar> calendars = new ArrayList<>();
    for (GenericKubernetesResource object : binding) {
      SettingsReading<RolloutCalendar> reading = read(object);
      problems.addAll(reading.problems());
      reading.value().ifPresent(calendars::add);
    }
    return new Found(calendars, problems, identity(binding));
  }

  private List<Problem> missing(
      Schedule schedule, Map<String, GenericKubernetesResource> existing) {
    if (objects.named().isEmpty() && !schedule.calendars().isEmpty()) {
      return List.of(
          new Problem(
              Reason.CALENDAR_INVALID.label(),
              path + ".calendars",
              "names calendars, and the hub has no kind RolloutCalendar",
              "Run kubectl apply -f deploy/crds"));
    }
    return ScheduleReader.missing(schedule, existing.keySet(), path);
  }

  private boolean binds(GenericKubernetesResource object) {
    RolloutCalendar selection =
        ScheduleReader.selection(object.getMetadata().getName(), HubObjects.part(object, "spec"));
    Map<String, String> namespace =
        selection.namespaceSelector().isPresent() ? objects.namespaceLabels().get() : Map.of();
    return selection.binds(namespace, policyLabels);
  }

  private SettingsReading<RolloutCalendar> read(GenericKubernetesResource object) {
    String name = object.getMetadata().getName();
    Object spec = object.getAdditionalProperties().get("spec");
    String settings = CalendarObjects.path(object);
    return object.getMetadata().getNamespace() == null
        ? ScheduleReader.clusterCalendar(name, spec, settings, now)
        : ScheduleReader.calendar(name, spec, settings, now);
  }

  private static String identity(List<GenericKubernetesResource> binding) {
    return binding.isEmpty()
        ? ""
        : Hashes.ofTree(
            binding.stream()
                .map(GenericKubernetesResource::getMetadata)
                .map(CalendarFinder::identity)
                .toList());
  }

  private static String identity(ObjectMeta meta) {
    return "%s/%s/%s".formatted(meta.getName(), meta.getUid(), meta.getGeneration());
  }
}
