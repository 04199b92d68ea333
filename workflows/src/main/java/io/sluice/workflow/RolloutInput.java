package io.sluice.workflow;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Report;
import java.util.List;
import java.util.Optional;

/**
 * Holds the input of a run: the attempt, and the state that a former run of it carried over.
 *
 * @param rebuilt the state recovered from the hub, if Temporal lost the attempt's former run
 * @param groups the groups that the placements declare, so that approvals can be checked before the
 *     first observation
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RolloutInput(
    AttemptSpec spec,
    RolloutSettings settings,
    List<GroupKey> groups,
    Optional<AttemptState> rebuilt,
    Optional<Carried> carried) {
  public RolloutInput {
    requireNonNull(spec, "spec is null");
    settings = requireNonNullElse(settings, RolloutSettings.DEFAULTS);
    groups = List.copyOf(requireNonNullElse(groups, List.of()));
    rebuilt = requireNonNullElse(rebuilt, Optional.empty());
    carried = requireNonNullElse(carried, Optional.empty());
  }

  public static RolloutInput of(AttemptSpec spec, RolloutSettings settings, List<GroupKey> groups) {
    return new RolloutInput(spec, settings, groups, Optional.empty(), Optional.empty());
  }

  /** Returns the input of a run that continues a lost one from this state. */
  public RolloutInput from(AttemptState state) {
    return new RolloutInput(spec, settings, groups, Optional.of(state), carried);
  }

  /**
   * Holds what a run carries over to the next run of its chain.
   *
   * @param reports verdicts that no step has seen yet
   * @param handledUpdates ids of the latest updates: the server forgets them with each run
   * @param refusals the latest requests that were refused
   * @param notTried clusters whose dispatch was requested and has not begun
   * @param unpublished how many of the latest refusals no event reports yet
   * @param undone the repairs that are undone, as the controller sent it last
   */
  public record Carried(
      AttemptState state,
      List<Report> reports,
      List<String> handledUpdates,
      List<String> refusals,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notTried,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unpublished,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) UndoneRepairs undone) {
    public Carried {
      requireNonNull(state, "state is null");
      reports = List.copyOf(requireNonNullElse(reports, List.of()));
      handledUpdates = List.copyOf(requireNonNullElse(handledUpdates, List.of()));
      refusals = List.copyOf(requireNonNullElse(refusals, List.of()));
      notTried = List.copyOf(requireNonNullElse(notTried, List.of()));
      undone = requireNonNullElse(undone, UndoneRepairs.NONE);
      unpublished = Math.max(0, Math.min(unpublished, refusals.size()));
    }

    /** Returns the same as if the attempt had begun with that spec. */
    public Carried with(AttemptSpec spec) {
      return new Carried(
          state.with(spec), reports, handledUpdates, refusals, notTried, unpublished, undone);
    }
  }
}
