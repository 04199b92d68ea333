package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.check.CheckState;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds everything an attempt keeps between two steps, as a value that can be stored and compared.
 *
 * @param groups all groups seen so far, by their current names; clusters refer to it by index
 * @param clusters the started clusters, sorted by name for binary search
 * @param waiting the members that are not started, sorted by name
 * @param begun whether any cluster was started
 * @param informed whether the first pass is over, in the modes that have one (rollout-strategy 3.1)
 * @param breach why the attempt is halted; once set it stays (rollout-strategy 3.6)
 * @param aborted why the attempt was aborted
 * @param requests what was requested by message
 * @param departures of members that the last snapshot lacked, as the controller reported them last
 * @param checks what is known of its checks (between-waves 3); absent: nothing was asked
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record AttemptState(
    AttemptSpec spec,
    Instant startedAt,
    List<GroupKey> groups,
    List<ClusterState> clusters,
    List<PendingCluster> waiting,
    boolean begun,
    boolean informed,
    Optional<String> breach,
    Optional<String> aborted,
    Optional<Outcome> outcome,
    Optional<Instant> endedAt,
    @JsonProperty("wishes") RequestState requests,
    Optional<Departures> departures,
    Optional<CheckState> checks) {
  public AttemptState {
    requireNonNull(spec, "spec is null");
    requireNonNull(startedAt, "startedAt is null");
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
    waiting = List.copyOf(requireNonNullElse(waiting, List.of()));
    breach = requireNonNullElse(breach, Optional.empty());
    aborted = requireNonNullElse(aborted, Optional.empty());
    outcome = requireNonNullElse(outcome, Optional.empty());
    endedAt = requireNonNullElse(endedAt, Optional.empty());
    requests = requireNonNullElse(requests, RequestState.NONE);
    departures =
        requireNonNullElse(departures, Optional.<Departures>empty())
            .filter(known -> !known.equals(Departures.NONE));
    checks =
        requireNonNullElse(checks, Optional.<CheckState>empty())
            .filter(known -> !known.equals(CheckState.NONE));
  }

  public AttemptState(
      AttemptSpec spec,
      Instant startedAt,
      List<GroupKey> groups,
      List<ClusterState> clusters,
      List<PendingCluster> waiting,
      boolean begun,
      boolean informed,
      Optional<String> breach,
      Optional<String> aborted,
      Optional<Outcome> outcome,
      Optional<Instant> endedAt,
      RequestState requests) {
    this(
        spec,
        startedAt,
        groups,
        clusters,
        waiting,
        begun,
        informed,
        breach,
        aborted,
        outcome,
        endedAt,
        requests,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the state of an attempt before its first step. */
  public static AttemptState begin(AttemptSpec spec, Instant now) {
    return new AttemptState(
        spec,
        now,
        List.of(),
        List.of(),
        List.of(),
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RequestState.NONE);
  }

  /** Returns the status of every member, by name (rollout-strategy 1.2). */
  public SortedMap<String, ClusterStatus> statuses() {
    SortedMap<String, ClusterStatus> statuses = new TreeMap<>(ByteOrder.NAMES);
    waiting.forEach(entry -> statuses.put(entry.cluster(), ClusterStatus.TO_APPLY));
    clusters.forEach(entry -> statuses.put(entry.cluster(), entry.stage().status()));
    return statuses;
  }

  /** Returns the clusters whose status a report may change: started, and in no final stage. */
  public Set<String> inFlight() {
    return clusters.stream()
        .filter(ClusterState::inFlight)
        .map(ClusterState::cluster)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns by name the members that a snapshot lacks and that were not reported as departed; none
   * if it is not coherent.
   */
  public List<String> absentFrom(FleetView fleet) {
    if (fleet.incoherent().isPresent()) {
      return List.of();
    }
    Set<String> selected = departures.map(Departures::all).orElseGet(HashSet::new);
    fleet.groups().forEach(group -> selected.addAll(group.clusters()));
    return Stream.concat(clusters.stream(), waiting.stream())
        .map(Member::cluster)
        .filter(cluster -> !selected.contains(cluster))
        .sorted(ByteOrder.NAMES)
        .toList();
  }

  /** Returns the same as if the attempt had begun with that spec. */
  public AttemptState with(AttemptSpec other) {
    return with(other, requests, departures);
  }

  public AttemptState with(RequestState requests) {
    return with(spec, requests, departures);
  }

  /** Returns the state after the controller has reported which clusters have left. */
  public AttemptState with(Departures departed) {
    return with(spec, requests, Optional.of(departed));
  }

  private AttemptState with(
      AttemptSpec spec, RequestState requests, Optional<Departures> departures) {
    return new AttemptState(
        spec,
        startedAt,
        groups,
        clusters,
        waiting,
        begun,
        informed,
        breach,
        aborted,
        outcome,
        endedAt,
        requests,
        departures,
        checks);
  }

  /** Returns what is known of its checks. */
  public CheckState checkState() {
    return checks.orElse(CheckState.NONE);
  }

  /** Returns the same with other members, and the groups that they refer to. */
  public AttemptState with(
      List<GroupKey> groups, List<ClusterState> clusters, List<PendingCluster> waiting) {
    return new AttemptState(
        spec,
        startedAt,
        groups,
        clusters,
        waiting,
        begun,
        informed,
        breach,
        aborted,
        outcome,
        endedAt,
        requests,
        departures,
        checks);
  }

  /** Returns the state after an abort; an outcome that is already set stays. */
  public AttemptState aborted(String why, Instant now) {
    return new AttemptState(
        spec,
        startedAt,
        groups,
        clusters,
        waiting,
        begun,
        informed,
        breach,
        aborted.or(() -> Optional.of(why)),
        outcome.or(() -> Optional.of(Outcome.ABORTED)),
        endedAt.or(() -> Optional.of(now)),
        requests,
        departures,
        checks);
  }
}
