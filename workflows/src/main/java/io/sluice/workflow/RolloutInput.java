package io.sluice.workflow;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Report;
import java.util.List;
import java.util.Optional;

/**
 * Starts a run: what the attempt is to do, and what a former run of it carried over.
 *
 * @param rebuilt the state that was rebuilt from the hub, where the attempt's former run was lost
 * @param groups the groups that the placements declare, so that approvals can be checked at once
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

  /** The input of a run that goes on where a lost one was. */
  public RolloutInput from(AttemptState state) {
    return new RolloutInput(spec, settings, groups, Optional.of(state), carried);
  }

  /**
   * What goes on from run to run.
   *
   * @param reports verdicts that came but were not stepped over yet
   * @param handledUpdates ids of updates answered lately: the server forgets them with each run
   * @param refusals the latest requests that could not be granted
   */
  public record Carried(
      AttemptState state,
      List<Report> reports,
      List<String> handledUpdates,
      List<String> refusals) {
    public Carried {
      requireNonNull(state, "state is null");
      reports = List.copyOf(requireNonNullElse(reports, List.of()));
      handledUpdates = List.copyOf(requireNonNullElse(handledUpdates, List.of()));
      refusals = List.copyOf(requireNonNullElse(refusals, List.of()));
    }
  }
}
