package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes what every calendar has, as {@link RolloutSchedule} has it for one Rollout
 * (between-waves 2). {@link io.sluice.schedule.ScheduleReader} reads it from the object as it is
 * written, so that messages can quote it.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonClassDescription("When clusters may start: in windows, and not in freezes.")
public sealed class CalendarSpec permits ClusterCalendarSpec {
  @Size(max = 64)
  @JsonPropertyDescription(
      "Time zone of whatever names none below, as Europe/Zurich. Default: UTC.")
  public String timeZone;

  @Size(max = 50)
  @JsonPropertyDescription(
      "Clusters that a window covers start only while one of this calendar that covers them is"
          + " open.")
  public List<RolloutSchedule.Window> windows;

  @Size(max = 50)
  @JsonPropertyDescription("Clusters that a freeze covers do not start while it lasts.")
  public List<RolloutSchedule.Freeze> freezes;
}
