package io.sluice.plan;

import io.sluice.plan.tracking.MembersByGroup;
import io.sluice.rollout.Action;
import io.sluice.rollout.Member;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Plans the writes of clusters: one dispatch for each of their groups, in rollout order. */
final class DispatchPlanner {
  private DispatchPlanner() {}

  /**
   * Returns the dispatches.
   *
   * @param because why the clusters of one group are written
   */
  static <M extends Member> List<Action> plan(
      MembersByGroup groups, Collection<M> members, Function<List<M>, String> because) {
    List<Action> actions = new ArrayList<>();
    groups
        .sorted(members)
        .forEach(
            (group, entries) ->
                actions.add(
                    new Action.Dispatch(
                        group.label(),
                        entries.stream().map(Member::cluster).toList(),
                        dispatchedAt(entries),
                        because.apply(entries))));
    return actions;
  }

  private static SortedMap<String, Instant> dispatchedAt(List<? extends Member> entries) {
    SortedMap<String, Instant> instants = new TreeMap<>();
    for (Member entry : entries) {
      entry.firstDispatch().ifPresent(at -> instants.put(entry.cluster(), at));
    }
    return instants;
  }
}
