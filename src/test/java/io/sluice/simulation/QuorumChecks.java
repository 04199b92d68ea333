package io.sluice.simulation;

import io.sluice.approval.ApprovalRule;
import io.sluice.fleet.GroupKey;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks what recorded approvals have to do with a step: I26 and I28. */
final class QuorumChecks {
  private final StepView view;
  private final QuorumOracle oracle;

  private QuorumChecks(StepView view, QuorumOracle oracle) {
    this.view = view;
    this.oracle = oracle;
  }

  static void of(StepView view, CoverageCounter coverage) {
    view.quorum().ifPresent(oracle -> new QuorumChecks(view, oracle).all(coverage));
  }

  private void all(CoverageCounter coverage) {
    for (String cluster : view.inTurn()) {
      GroupKey group = view.groupOf.get(cluster);
      Optional<Boolean> approved = oracle.approved(group);
      Invariant.I26.holds(
          approved.orElse(true), () -> "%s starts in %s without".formatted(cluster, group));
      if (approved.isPresent()) {
        coverage.saw(CoverageItem.OPENED_BY_QUORUM);
      }
    }
    for (Progress.Group group : view.step.progress().groups()) {
      Optional<Boolean> approved = oracle.approved(group.key());
      Invariant.I26.holds(
          approved.isEmpty() || approved.get() == group.approved(),
          () -> "%s is reported as %s".formatted(group.key(), group.approved()));
      boolean held =
          group.holds().stream()
              .anyMatch(hold -> hold.kind() == HoldKind.APPROVAL && approved.isPresent());
      if (held) {
        coverage.saw(CoverageItem.HELD_BY_QUORUM);
      }
    }
    once();
    wakes();
  }

  private void once() {
    Set<List<Object>> known = new HashSet<>();
    view.step.progress().approvals().stream()
        .filter(given -> given.how().equals("Record"))
        .forEach(
            given ->
                Invariant.I26.holds(
                    known.add(List.of(given.groupName(), given.by(), given.at())),
                    () -> "listed twice: " + given));
  }

  /** The run wakes when a rule begins to count that holds clusters. */
  private void wakes() {
    if (!view.judges() || view.step.state().outcome().isPresent()) {
      return;
    }
    Optional<Instant> opens =
        view.step.progress().groups().stream()
            .filter(group -> group.counts().toApply() > 0)
            .flatMap(group -> oracle.asked().rules().stream().filter(rule -> covers(rule, group)))
            .flatMap(rule -> rule.notBefore().stream())
            .filter(view.now::isBefore)
            .min(Comparator.naturalOrder());
    Invariant.I28.holds(
        opens.isEmpty() || view.step.wakeAt().filter(at -> !at.isAfter(opens.get())).isPresent(),
        () -> "approvals count from %s, wakes %s".formatted(opens, view.step.wakeAt()));
  }

  private static boolean covers(ApprovalRule rule, Progress.Group group) {
    return rule.groups().filter(names -> names.contains(group.key().name())).isPresent();
  }
}
