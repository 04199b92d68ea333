package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says what a replica was given, when and by whom: the annotation {@code sluice.io/dispatch}
 * (policy-propagation 4.1).
 *
 * @param attempt number of the attempt; no run writes a replica whose number is higher
 * @param as why it was given
 * @param at instant of the dispatch; deadlines run from it
 * @param written instant of this write; reports older than it prove nothing
 * @param baseline per template, hashes of the event names present at that write, newest first
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Dispatch(
    @JsonProperty("rolloutUID") String rolloutUid,
    long attempt,
    long generation,
    As as,
    Instant at,
    Instant written,
    Map<String, List<String>> baseline) {
  /** The annotation's key. */
  public static final String ANNOTATION = "sluice.io/dispatch";

  /** Above this many characters only the newest events of each template are kept. */
  private static final int BASELINE_LIMIT = 16 * 1024;

  private static final int NEWEST_KEPT = 3;

  public Dispatch {
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(as, "as is null");
    requireNonNull(at, "at is null");
    requireNonNull(written, "written is null");
    baseline =
        Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(baseline, Map.of())));
  }

  /** Why a replica was given its content. */
  public enum As {
    /** First pass of mode I. */
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("dispatched")
    DISPATCHED,
    @JsonProperty("newcomer")
    NEWCOMER,
    @JsonProperty("takenBack")
    TAKEN_BACK
  }

  /** True when the event had been reported before this dispatch (rollout-strategy E1). */
  boolean knew(String template, String eventName) {
    return baseline.getOrDefault(template, List.of()).contains(Hashes.ofName(eventName));
  }

  /** The baseline that a write over these reports has to carry (rollout-strategy E1). */
  public static Map<String, List<String>> baselineOf(List<TemplateReport> reports) {
    Map<String, List<String>> all = newestOf(reports, Integer.MAX_VALUE);
    return size(all) > BASELINE_LIMIT ? newestOf(reports, NEWEST_KEPT) : all;
  }

  private static Map<String, List<String>> newestOf(List<TemplateReport> reports, int kept) {
    return reports.stream()
        .filter(report -> !report.history().isEmpty())
        .collect(
            Collectors.toMap(
                TemplateReport::template,
                report ->
                    report.history().stream()
                        .limit(kept)
                        .map(entry -> Hashes.ofName(entry.eventName()))
                        .toList(),
                (first, second) -> Stream.concat(first.stream(), second.stream()).toList(),
                TreeMap::new));
  }

  private static long size(Map<String, List<String>> baseline) {
    return baseline.entrySet().stream()
        .mapToLong(entry -> entry.getKey().length() + 6 + 11L * entry.getValue().size())
        .sum();
  }
}
