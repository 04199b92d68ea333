package io.sluice.hub.crd;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what receivers have not been told yet (between-waves N2), and what they never were.
 *
 * @param numbers how often each event happened in the attempt
 * @param pending in the order in which it happened, oldest first
 * @param droppedTotal how often a receiver was not told, since the object exists
 * @param dropped the last of these
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RolloutNotifications(
    @JsonPropertyDescription("How often each event happened in this attempt.")
        Map<String, Long> numbers,
    @JsonPropertyDescription("What receivers have not been told yet, oldest first.")
        List<Pending> pending,
    @JsonPropertyDescription("How often a receiver was not told, after a day of trials.")
        Long droppedTotal,
    @JsonPropertyDescription("The last of these, newest first.") List<Dropped> dropped) {
  public RolloutNotifications {
    numbers = Map.copyOf(requireNonNullElse(numbers, Map.of()));
    pending = List.copyOf(requireNonNullElse(pending, List.of()));
    dropped = List.copyOf(requireNonNullElse(dropped, List.of()));
  }

  /** Tells of one thing that happened; an absent field is null. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Pending(
      @JsonPropertyDescription("What happened, such as halted.") String event,
      @JsonPropertyDescription("The attempt.") String rolloutUID,
      @JsonPropertyDescription("Counts the events of this kind in the attempt.") long number,
      @JsonPropertyDescription("When the status said so.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String at,
      @JsonPropertyDescription("Number of the attempt.") long attempt,
      @JsonPropertyDescription("Generation of what is rolled out.") long generation,
      @JsonPropertyDescription("The policy's version annotation.") String version,
      @JsonPropertyDescription("The phase of the attempt.") String phase,
      @JsonPropertyDescription("How it ended.") String outcome,
      @JsonPropertyDescription("The group.") String group,
      @JsonPropertyDescription("How many clusters have the version, of how many.") String progress,
      @JsonPropertyDescription("What happened, in one sentence.") String message,
      @JsonPropertyDescription("The clusters that it is about.") List<String> clusters,
      @JsonPropertyDescription("How many of them are not listed.") Long clustersOmitted,
      @JsonPropertyDescription("Who has not been told yet.") List<String> to) {
    public Pending {
      clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
      to = List.copyOf(requireNonNullElse(to, List.of()));
    }

    /** Returns what is stored of a notice that these receivers are to be told. */
    public static Pending of(Notice notice, List<String> to) {
      return new Pending(
          notice.kind().label(),
          notice.rolloutUid(),
          notice.number(),
          notice.at().toString(),
          notice.attempt(),
          notice.generation(),
          notice.version().orElse(null),
          notice.phase(),
          notice.outcome().orElse(null),
          notice.group().orElse(null),
          notice.progress().orElse(null),
          notice.message(),
          notice.clusters(),
          notice.moreClusters() == 0 ? null : notice.moreClusters(),
          to);
    }

    /** Returns what a receiver knows a repeat by, as {@link Notice#id}. */
    public String id() {
      return id(rolloutUID, event, number);
    }

    /** Formats {@code <rolloutUID>/<event>/<n>}. */
    public static String id(String rolloutUID, String event, long number) {
      return "%s/%s/%d".formatted(rolloutUID, event, number);
    }

    /** Returns the notice; empty if a newer release wrote an event that this one does not know. */
    public Optional<Notice> notice() {
      return NoticeKind.of(requireNonNullElse(event, ""))
          .filter(kind -> rolloutUID != null && at != null)
          .map(
              kind ->
                  new Notice(
                      kind,
                      rolloutUID,
                      number,
                      Instant.parse(at),
                      attempt,
                      generation,
                      Optional.ofNullable(version),
                      requireNonNullElse(phase, ""),
                      Optional.ofNullable(outcome),
                      Optional.ofNullable(group),
                      Optional.ofNullable(progress),
                      requireNonNullElse(message, ""),
                      clusters,
                      requireNonNullElse(clustersOmitted, 0L)));
    }
  }

  /** Names what a receiver was never told. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Dropped(
      @JsonPropertyDescription("The attempt, the event and its number.") String id,
      @JsonPropertyDescription("Who was not told.") String to,
      @JsonPropertyDescription("When that was given up.")
          @JsonDeserialize(using = ReadableText.Time.class)
          String at,
      @JsonPropertyDescription("Why the last trial failed.") String message) {}
}
