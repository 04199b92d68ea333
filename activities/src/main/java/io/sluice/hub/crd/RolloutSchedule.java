package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes when clusters may start (between-waves 2). What a time, a zone or a cron expression
 * means is left to the check before an attempt, which says what is wrong with it.
 */
public record RolloutSchedule(
    @Size(max = 64)
        @JsonPropertyDescription(
            "No cluster starts before: an instant with its offset, as 2026-12-01T22:00:00+01:00.")
        String startAt,
    @Size(max = 64)
        @JsonPropertyDescription(
            "Time zone of whatever names none below, as Europe/Zurich. Default: UTC.")
        String timeZone,
    @Size(max = 50)
        @JsonPropertyDescription(
            "Clusters that a window covers start only while one that covers them is open.")
        List<Window> windows,
    @Size(max = 50)
        @JsonPropertyDescription("Clusters that a freeze covers do not start while it lasts.")
        List<Freeze> freezes,
    @Size(max = 20)
        @JsonPropertyDescription(
            "RolloutCalendars of the namespace that must allow a start, too. ClusterRolloutCalendars"
                + " are not named: they select Rollouts themselves.")
        List<Calendar> calendars,
    @JsonPropertyDescription("Lets one rollout pass, whatever the calendar says.") Ignore ignore) {

  /** Describes times at which clusters may start, again and again. */
  public record Window(
      @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Its name, in messages.")
          String name,
      @Size(max = 256)
          @JsonPropertyDescription(
              "Decision groups that it covers; ungrouped: clusters without one. Absent: all.")
          List<@Size(max = 63) String> groups,
      @JsonPropertyDescription("Labels of the clusters that it covers. Absent: all.")
          LabelConditions clusterSelector,
      @Required
          @Size(min = 1, max = 256)
          @JsonPropertyDescription(
              "When it opens: minute, hour, day of month, month, day of week, as of a CronJob; or"
                  + " @daily and its like.")
          String cron,
      @Required
          @Size(min = 1, max = 32)
          @JsonPropertyDescription("How long it stays open, as 6h or 1h30m; at most 168h.")
          String window,
      @Size(max = 64) @JsonPropertyDescription("Time zone of cron.") String timeZone) {}

  /** Describes a time in which clusters do not start. */
  public record Freeze(
      @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Its name, in messages.")
          String name,
      @Required
          @Size(min = 1, max = 64)
          @JsonPropertyDescription(
              "Its begin: a date, which means its midnight, or an instant with its offset.")
          String from,
      @Required
          @Size(min = 1, max = 64)
          @JsonPropertyDescription("Its end, written alike: from then on clusters start again.")
          String to,
      @Size(max = 256)
          @JsonPropertyDescription(
              "Decision groups that it covers; ungrouped: clusters without one. Absent: all.")
          List<@Size(max = 63) String> groups,
      @JsonPropertyDescription("Labels of the clusters that it covers. Absent: all.")
          LabelConditions clusterSelector,
      @Size(max = 253) @JsonPropertyDescription("Why, for who waits.") String reason,
      @Size(max = 64) @JsonPropertyDescription("Time zone of dates.") String timeZone) {}

  /** Describes a calendar that is named. */
  public record Calendar(
      @Required
          @Size(min = 1, max = 253)
          @JsonPropertyDescription("The name of a RolloutCalendar of the same namespace.")
          String name) {}

  /** Describes which attempt passes. */
  public record Ignore(
      @JsonPropertyDescription("status.rolloutUID of the attempt that passes; no other does.")
          @Size(max = 253)
          String rolloutUID,
      @Size(max = 253) @JsonPropertyDescription("Why, for who asks later.") String reason) {}
}
