package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds everything an attempt remembers between two steps: a value, so that it can be carried on,
 * stored and compared.
 *
 * @param groups the groups that were ever seen, by their present names; clusters point into it
 * @param clusters the started clusters, by name; they are searched by it
 * @param waiting the members that are not started, by name, too
 * @param begun whether anybody was ever started
 * @param informed whether the first pass is over, in the modes that have one (rollout-strategy 3.1)
 * @param breach why the attempt is halted; latched (rollout-strategy 3.6)
 * @param aborted why a person ended it
 * @param wishes what people asked for by message
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
    RequestState wishes) {
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
    wishes = requireNonNullElse(wishes, RequestState.NONE);
  }

  /** The state of an attempt that has done nothing yet. */
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

  /** The word of every member, by name (rollout-strategy 1.2). */
  public SortedMap<String, ClusterStatus> words() {
    SortedMap<String, ClusterStatus> words = new TreeMap<>(ByteOrder.NAMES);
    waiting.forEach(entry -> words.put(entry.cluster(), ClusterStatus.TO_APPLY));
    clusters.forEach(entry -> words.put(entry.cluster(), entry.stage().status()));
    return words;
  }

  public AttemptState with(RequestState wanted) {
    return new AttemptState(
        spec, startedAt, groups, clusters, waiting, begun, informed, breach, aborted, outcome,
        endedAt, wanted);
  }

  /** The state after a person ended it; an outcome that is already set stays. */
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
        wishes);
  }
}
