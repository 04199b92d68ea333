package io.sluice.forecast;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the course of an attempt: what starts when, what is waited for in between, and the end.
 *
 * @param from when it begins
 * @param waves in the order of their instants
 * @param wavesOmitted how many waves are not listed
 * @param approvals the approvals that were given on the way
 * @param failures clusters that fail on the way, in the order of their instants
 * @param failuresOmitted how many of them are not listed
 * @param halt why it starts no more clusters from some instant on; absent: it does not halt
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Forecast(
    Instant from,
    List<Wave> waves,
    int wavesOmitted,
    List<GivenApproval> approvals,
    List<FailedCluster> failures,
    int failuresOmitted,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Halt> halt,
    CourseEnd end) {
  public Forecast {
    requireNonNull(from, "from is null");
    waves = List.copyOf(requireNonNullElse(waves, List.of()));
    approvals = List.copyOf(requireNonNullElse(approvals, List.of()));
    failures = List.copyOf(requireNonNullElse(failures, List.of()));
    halt = requireNonNullElse(halt, Optional.empty());
    requireNonNull(end, "end is null");
  }

  /**
   * Holds an approval that a profile gave.
   *
   * @param asked when the rollout began to wait for it; absent: it did not
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record GivenApproval(String group, Optional<Instant> asked, Instant at) {}

  /** Holds a cluster that fails, with its status as OCM names it. */
  public record FailedCluster(Instant at, String cluster, String group, String status) {}

  /** States why more clusters failed than tolerated, in numbers. */
  public record Halt(Instant at, String because) {}

  /** Returns how long it takes from its beginning to the end, waits for people included. */
  @JsonIgnore
  public Duration time() {
    return Duration.between(from, end.at());
  }

  /** Returns how long it waits for people's approvals in all. */
  @JsonIgnore
  public Duration approvalTime() {
    return waits()
        .filter(wait -> wait.cause() == WaitTime.Cause.APPROVAL)
        .map(WaitTime::time)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns how long it takes without the waits for approvals. */
  @JsonIgnore
  public Duration timeWithoutApprovals() {
    return time().minus(approvalTime());
  }

  private Stream<WaitTime> waits() {
    return Stream.concat(
        waves.stream().flatMap(wave -> wave.after().stream()), end.after().stream());
  }

  /** Returns the same with one reason for all that starts. */
  public Forecast because(String reason) {
    return new Forecast(
        from,
        waves.stream().map(wave -> wave.because(reason)).toList(),
        wavesOmitted,
        approvals,
        failures,
        failuresOmitted,
        halt,
        end);
  }

  /** Returns the same with at most these many waves and failures, and names in each wave. */
  public Forecast brief(int mostWaves, int mostNames) {
    List<Wave> shown = new ArrayList<>();
    waves.stream().limit(mostWaves).forEach(wave -> shown.add(wave.brief(mostNames)));
    List<FailedCluster> failed = failures.subList(0, Math.min(failures.size(), mostNames));
    return new Forecast(
        from,
        shown,
        wavesOmitted + waves.size() - shown.size(),
        approvals,
        failed,
        failuresOmitted + failures.size() - failed.size(),
        halt,
        end);
  }
}
