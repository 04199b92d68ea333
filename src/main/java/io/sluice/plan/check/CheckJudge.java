package io.sluice.plan.check;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckRecord;
import io.sluice.check.CheckRule;
import io.sluice.check.CheckStage;
import io.sluice.check.CheckState;
import io.sluice.check.CheckView;
import io.sluice.check.DueCheck;
import io.sluice.check.FailureEffect;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.PendingCluster;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Judges the checks of an attempt by the answers that it knows (between-waves 3).
 *
 * <p>A group that has not begun is held by a check before it that has not passed, and by a check
 * during the soak of another group that has failed, or was not answered at all. A group that has
 * begun is held by none.
 */
public final class CheckJudge {
  private final List<CheckRule> rules;
  private final CheckState state;
  private final String rolloutUid;
  private final GroupStages stages;
  private final Instant now;

  private CheckJudge(
      List<CheckRule> rules, CheckState state, String rolloutUid, GroupStages stages, Instant now) {
    this.rules = rules;
    this.state = state;
    this.rolloutUid = rolloutUid;
    this.stages = stages;
    this.now = now;
  }

  /**
   * Judges at this instant.
   *
   * @param rules in force now
   * @param order every group with members, in rollout order
   */
  public static CheckJudge of(
      AttemptSpec spec,
      List<CheckRule> rules,
      CheckState state,
      List<GroupKey> order,
      ClusterTracker tracker,
      SlotRule slots,
      Collection<PendingCluster> waiting,
      Instant now) {
    GroupStages stages =
        rules.isEmpty()
            ? new GroupStages(order, Set.of(), Set.of(), Set.of())
            : GroupStages.of(spec, order, tracker, slots, waiting);
    return new CheckJudge(rules, state, spec.rolloutUid(), stages, now);
  }

  /** Returns whether no check holds the group. */
  public boolean open(GroupKey group) {
    return rules.isEmpty()
        || stages.begun().contains(group)
        || before(group).allMatch(this::passed)
            && during().filter(ask -> !ask.is(group)).noneMatch(this::closes);
  }

  /** Returns what holds the group, first what was not passed before it. */
  public List<CheckWait> holding(GroupKey group) {
    if (rules.isEmpty() || stages.begun().contains(group)) {
      return List.of();
    }
    return Stream.concat(
            before(group).filter(ask -> !passed(ask)),
            during().filter(ask -> !ask.is(group) && closes(ask)))
        .map(ask -> new CheckWait(ask.rule(), ask.group(), ask.stage(), ask.known(), now))
        .toList();
  }

  /**
   * Returns what is to be asked now.
   *
   * @param open groups that nothing else holds
   * @param waits whether any cluster has not started
   */
  public List<DueCheck> due(Set<GroupKey> open, boolean waits) {
    return asked(open, waits)
        .filter(
            ask -> ask.known().filter(known -> now.isBefore(known.nextAt(ask.rule()))).isEmpty())
        .map(ask -> new DueCheck(ask.key(), ask.rule().timeout()))
        .toList();
  }

  /**
   * Returns when something is to be asked again, or a check has failed, or has no longer passed, by
   * time alone.
   */
  public Optional<Instant> next(Set<GroupKey> open, boolean waits) {
    return asked(open, waits)
        .flatMap(ask -> ask.known().stream().flatMap(known -> known.changesAt(ask.rule())))
        .filter(now::isBefore)
        .min(Instant::compareTo);
  }

  /** Returns why the attempt halts; empty if no check halts it (K3). */
  public Optional<String> breach() {
    return Stream.concat(
            stages.order().stream()
                .filter(group -> !stages.begun().contains(group))
                .flatMap(this::before),
            during())
        .filter(ask -> ask.rule().onFailure() == FailureEffect.HALT)
        .filter(ask -> failed(ask) && !overridden(ask))
        .map(ask -> new CheckWait(ask.rule(), ask.group(), ask.stage(), ask.known(), now).breach())
        .findFirst();
  }

  /** Returns what each check has been answered for groups that are there, for a status. */
  public List<CheckView> views() {
    List<CheckView> views = new ArrayList<>();
    for (CheckRecord known : state.records()) {
      rules.stream()
          .filter(rule -> rule.name().equals(known.key().check()))
          .filter(rule -> rule.hash().equals(known.key().hash()))
          .flatMap(
              rule ->
                  stages.order().stream()
                      .filter(known.key().group()::same)
                      .map(group -> CheckView.of(rule, known, group, rolloutUid, now)))
          .forEach(views::add);
    }
    return views;
  }

  private Stream<Ask> asked(Set<GroupKey> open, boolean waits) {
    return Stream.concat(
            stages.order().stream()
                .filter(group -> open.contains(group) && !stages.begun().contains(group))
                .flatMap(this::before),
            during()
                .filter(ask -> stages.unfinished().contains(ask.group()) || waits && closes(ask)))
        .filter(ask -> !overridden(ask));
  }

  private Stream<Ask> before(GroupKey group) {
    return rules.stream()
        .filter(rule -> rule.isBefore(group, state.first()))
        .map(rule -> ask(rule, group, CheckStage.BEFORE));
  }

  /** From the first soak of a group on. */
  private Stream<Ask> during() {
    return stages.order().stream()
        .filter(stages.soaked()::contains)
        .flatMap(
            group ->
                rules.stream()
                    .filter(rule -> rule.isDuring(group))
                    .map(rule -> ask(rule, group, CheckStage.DURING)));
  }

  private boolean passed(Ask ask) {
    return overridden(ask)
        || ask.known().filter(known -> known.passed(ask.rule(), now)).isPresent();
  }

  private boolean failed(Ask ask) {
    return ask.known().filter(known -> known.failed(ask.rule(), now)).isPresent();
  }

  /** One that was never answered is not known to be well. */
  private boolean closes(Ask ask) {
    return !overridden(ask) && (ask.known().isEmpty() || failed(ask));
  }

  private boolean overridden(Ask ask) {
    return ask.rule().overrideOf(rolloutUid, ask.group()).isPresent();
  }

  private Ask ask(CheckRule rule, GroupKey group, CheckStage stage) {
    CheckKey key = new CheckKey(rule.name(), rule.hash(), group, stage);
    return new Ask(rule, key, state.of(key));
  }

  /** Holds a question, and what is known of it. */
  private record Ask(CheckRule rule, CheckKey key, Optional<CheckRecord> known) {
    GroupKey group() {
      return key.group();
    }

    CheckStage stage() {
      return key.stage();
    }

    boolean is(GroupKey other) {
      return group().same(other);
    }
  }
}
