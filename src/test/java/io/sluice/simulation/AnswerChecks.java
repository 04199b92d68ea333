package io.sluice.simulation;

import io.sluice.check.CheckKey;
import io.sluice.fleet.GroupKey;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.Member;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks what answers have to do with a step, by a log of them: I25 and I28. */
final class AnswerChecks {
  private final StepView view;
  private final ModelCheck check;

  private AnswerChecks(StepView view, ModelCheck check) {
    this.view = view;
    this.check = check;
  }

  static void of(StepView view, Optional<ModelCheck> check, CoverageCounter coverage) {
    check.ifPresent(known -> new AnswerChecks(view, known).all(coverage));
  }

  private void all(CoverageCounter coverage) {
    Set<GroupKey> begun =
        view.before.clusters().stream()
            .filter(entry -> !entry.is(ClusterFlag.EARLY))
            .map(Member::group)
            .map(view.before.groups()::get)
            .collect(Collectors.toSet());
    for (String cluster : view.inTurn()) {
      GroupKey group = view.groupOf.get(cluster);
      if (check.precedes(group) && begun.stream().noneMatch(group::same)) {
        Invariant.I25.holds(
            passed(group).filter(at -> !at.isBefore(oldest())).isPresent(),
            () -> "%s starts in %s, which passed %s".formatted(cluster, group, passed(group)));
        coverage.saw(CoverageItem.OPENED_BY_CHECK);
      }
    }
    boolean named = view.step.progress().waitingFor().contains("Waiting for check ");
    if (view.judges() && named && view.step.progress().closed(HoldKind.CHECK)) {
      coverage.saw(CoverageItem.HELD_BY_CHECK);
      Invariant.I28.holds(
          !view.step.questions().isEmpty() || view.step.wakeAt().isPresent(),
          () -> "held by a check that is never asked: " + view.step.progress().waitingFor());
    }
  }

  private Instant oldest() {
    return view.now.minusSeconds(2 * check.interval());
  }

  private Optional<Instant> passed(GroupKey group) {
    return view.log.passed.entrySet().stream()
        .filter(entry -> is(entry.getKey(), group))
        .map(Map.Entry::getValue)
        .max(Instant::compareTo);
  }

  private boolean is(CheckKey key, GroupKey group) {
    return key.group().same(group) && key.hash().equals("model-" + check.number());
  }
}
