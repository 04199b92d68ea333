package io.sluice.explain;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Member;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Follows the steps of an attempt and explains one of its clusters.
 *
 * <p>{@link TurnWaitFinder} says what it waited for, {@link EvidenceFacts} what was observed of it,
 * {@link StageFacts} what that changed, {@link PresentReader} where it stands at the end.
 */
public final class ClusterExplainer {
  private final String cluster;
  private final List<ClusterFact> facts = new ArrayList<>();
  private Optional<Member> former = Optional.empty();
  private Optional<Waiting> waiting = Optional.empty();
  private Optional<String> group = Optional.empty();
  private Optional<PlannedStep> last = Optional.empty();

  /** What it waits for since that instant. */
  private record Waiting(Instant since, TurnWait what) {}

  public ClusterExplainer(String cluster) {
    this.cluster = cluster;
  }

  /** Follows the next step. */
  public void follow(PlannedStep step) {
    AttemptState state = step.step().state();
    Optional<Member> member = MemberFinder.find(state, cluster);
    place(step, member);
    turn(step, member);
    facts.addAll(new EvidenceFacts(cluster, state.spec()).of(step.seen(), step.at()));
    member
        .filter(ClusterState.class::isInstance)
        .map(ClusterState.class::cast)
        .ifPresent(
            entry ->
                facts.addAll(new StageFacts(state.spec(), step.at()).of(formerState(), entry)));
    outcome(step);
    former = member;
    last = Optional.of(step);
  }

  private Optional<ClusterState> formerState() {
    return former.filter(ClusterState.class::isInstance).map(ClusterState.class::cast);
  }

  private void place(PlannedStep step, Optional<Member> member) {
    AttemptState state = step.step().state();
    Optional<String> now = member.map(each -> label(state, each));
    if (now.equals(group)) {
      return;
    }
    group = now;
    add(
        step.at(),
        ClusterFact.Kind.PLACE,
        member.map(each -> placed(step.step(), each)).orElse("No placement selects it any more."));
  }

  private static String label(AttemptState state, Member member) {
    return MemberFinder.group(state, member).label();
  }

  private static String placed(Step step, Member member) {
    AttemptState state = step.state();
    GroupKey key = MemberFinder.group(state, member);
    List<String> names = MemberFinder.names(state, member.group());
    List<GroupKey> order = step.progress().groups().stream().map(each -> each.key()).toList();
    return "It is cluster %d of %d by name in group %s, which is group %d of %d in order%s."
        .formatted(
            names.indexOf(member.cluster()) + 1,
            names.size(),
            key.label(),
            order.indexOf(key) + 1,
            order.size(),
            state.spec().strategy().mandatory(key) ? " and mandatory" : "");
  }

  private void turn(PlannedStep step, Optional<Member> member) {
    Optional<TurnWait> wait =
        member
            .filter(PendingCluster.class::isInstance)
            .map(PendingCluster.class::cast)
            .map(
                entry ->
                    new TurnWaitFinder(step.step().state(), step.step().progress(), step.at())
                        .of(entry));
    boolean same =
        wait.map(TurnWait::cause).equals(waiting.map(Waiting::what).map(TurnWait::cause));
    if (same) {
      // The numbers of the last step before the end of the wait are those that decided.
      waiting = waiting.flatMap(now -> wait.map(what -> new Waiting(now.since(), what)));
    } else {
      waiting.ifPresent(ended -> endWait(ended, step.at()));
      waiting = wait.map(what -> new Waiting(step.at(), what));
    }
    step.step().actions().stream()
        .filter(Action.Dispatch.class::isInstance)
        .map(Action.Dispatch.class::cast)
        .filter(action -> action.clusters().contains(cluster))
        .forEach(action -> add(step.at(), ClusterFact.Kind.TURN, started(step, action)));
  }

  private String started(PlannedStep step, Action.Dispatch action) {
    if (formerState().isEmpty()) {
      return "Its turn comes: " + action.because() + ".";
    }
    return formerState().filter(entry -> ticketIsUnused(step.seen(), entry)).isPresent()
        ? "Its ticket stays, and is waited for again; only one that is gone is given anew."
        : "Its write is asked for again: " + action.because() + ".";
  }

  /** Behind the gate what was let through already is not asked for again (gate 4.4). */
  private boolean ticketIsUnused(Observation seen, ClusterState before) {
    return EvidenceFacts.gated(seen)
        && before.stage() == Stage.STARTED
        && (before.refused() == 0 || seen.notTried().contains(cluster));
  }

  private void endWait(Waiting ended, Instant until) {
    facts.add(
        new ClusterFact(
            ended.since(),
            Optional.of(until),
            ClusterFact.Kind.WAIT,
            "It waits for " + ended.what().text() + "."));
  }

  private void outcome(PlannedStep step) {
    AttemptState state = step.step().state();
    boolean before = last.filter(each -> each.step().state().outcome().isPresent()).isPresent();
    if (!before && state.outcome().isPresent()) {
      String why = state.breach().or(state::aborted).map(": "::concat).orElse("");
      add(
          step.at(),
          ClusterFact.Kind.ATTEMPT,
          "The attempt's outcome is %s%s.".formatted(state.outcome().get().label(), why));
    }
  }

  private void add(Instant at, ClusterFact.Kind kind, String text) {
    facts.add(ClusterFact.of(at, kind, text));
  }

  /**
   * Returns the explanation; empty if no step had such a member.
   *
   * @param now the end of a wait that goes on
   */
  public Optional<ClusterCourse> explanation(Instant now) {
    if (facts.stream().noneMatch(fact -> fact.kind() == ClusterFact.Kind.PLACE)) {
      return Optional.empty();
    }
    List<ClusterFact> course = new ArrayList<>(facts);
    // A state keeps milliseconds, an answer of the hub more: what belongs together stays in order.
    course.sort(Comparator.comparing(fact -> fact.at().truncatedTo(ChronoUnit.MILLIS)));
    return Optional.of(new ClusterCourse(cluster, course, present(now)));
  }

  private Optional<ClusterPresent> present(Instant now) {
    return last.flatMap(
        step -> new PresentReader(step.step().state(), step.step().progress(), now).of(cluster));
  }

  /** Returns the names of the members at the last step. */
  public List<String> names() {
    return last.map(
            step ->
                new PresentReader(step.step().state(), step.step().progress(), step.at()).names())
        .orElse(List.of());
  }
}
