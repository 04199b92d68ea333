package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.report.ProgressReport;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.GroupCounter;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.plan.tracking.StepContext;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Member;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.Wakeup;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Takes one step of an attempt: from what it remembers and what was seen, to what is to be done.
 *
 * <p>A function: same rules, state, observation and instant, same step. It reads no clock. The
 * parts: {@link ClusterTracker} enters evidence and runs the clocks of clusters, {@link Membership}
 * settles who counts where, {@link GroupCounter} counts how far each group has come, {@link
 * Approvals} settles what people let go, {@link StartPlanner} whose turn it is, {@link
 * PendingContentPlanner} and {@link RevertPlanner} what others run, {@link OutcomeRules} how it all
 * ends, {@link ProgressReport} what people are told, {@link NextWakeup} when to look again.
 */
public final class RolloutPlanner {
  private final AttemptState former;
  private final AttemptSpec spec;
  private final HubSnapshot hub;
  private final Instant now;
  private final RequestState wishes;
  private final ClusterTracker tracker;
  private final Membership members;
  private final SlotRule slots;
  private final Approvals approvals;
  private final PendingContentPlanner providing;
  private final List<Action> actions = new ArrayList<>();
  private Optional<String> breach;
  private Optional<Outcome> outcome;
  private Optional<Instant> recheckAt = Optional.empty();

  private RolloutPlanner(AttemptState state, Observation seen, Instant now) {
    this.former = state;
    this.spec = state.spec();
    this.hub = seen.hub();
    this.now = now;
    this.breach = state.breach();
    this.outcome = state.outcome();
    this.tracker = new ClusterTracker(state, new ClusterTimers(spec, now));
    seen.acks().forEach(tracker::enter);
    this.members = new Membership(state, hub.fleet(), tracker);
    this.slots = new SlotRule(spec, tracker.timers(), members);
    members.enter(seen.acks());
    // By when they were seen: news that was held up must not come after the end of a soak.
    seen.reports().stream()
        .sorted(Comparator.comparingLong(Report::at))
        .forEach(report -> tracker.enter(report, members::ignored));
    seen.looks().forEach(tracker::enter);
    tracker.endSoaks();
    this.wishes =
        hub.claim() == HubSnapshot.Claim.HELD ? state.wishes().after(hub.intent()) : state.wishes();
    this.approvals = new Approvals(spec, wishes, hub);
    this.providing = new PendingContentPlanner(state, hub.fleet(), members, tracker.timers().now());
  }

  /**
   * Takes the next step (rollout-strategy 3.2).
   *
   * @param rules the number of the rules that the run began under
   * @throws IllegalStateException if this build does not know these rules
   */
  public static Step step(int rules, AttemptState state, Observation seen, Instant now) {
    Rules.check(rules);
    return new RolloutPlanner(state, seen, now).step();
  }

  /**
   * Enters what was seen, and decides nothing: for a status where the run cannot be asked.
   *
   * @param state as {@code StateRecovery} found it
   */
  public static Step look(AttemptState state, Observation seen, Instant now) {
    return new RolloutPlanner(state, seen, now).answer();
  }

  private Step step() {
    Optional<String> overtaken = overtaken();
    if (overtaken.isPresent()) {
      leave(overtaken.get());
      return answer();
    }
    List<ClusterState> unobserved = tracker.unobserved();
    if (!unobserved.isEmpty()) {
      lookAt(unobserved);
      return answer();
    }
    tracker.failOverdue();
    List<GroupCounts> scopes = count();
    StartDecision opening = StartPlanner.through(spec.strategy(), scopes);
    judge(opening, scopes);
    if (mayStart()) {
      start(opening);
    }
    retryRefused();
    providing.action().ifPresent(actions::add);
    takeBack();
    closeAtTheEnd(scopes);
    return answer();
  }

  /** Settles whether something other than its clusters ends the attempt, and words why. */
  private Optional<String> overtaken() {
    if (hub.claim() == HubSnapshot.Claim.LOST) {
      return Optional.of("the Rollout object names another attempt");
    }
    Optional<Outcome> end = OutcomeRules.overtaking(spec, hub);
    if (end.isPresent()) {
      outcome = outcome.or(() -> end);
      return Optional.of(OutcomeRules.whyOvertaken(spec, hub));
    }
    return former.aborted();
  }

  /** Ends at once; only what was enforced beside the propagator is withdrawn first. */
  private void leave(String because) {
    Optional<Action> withdrawal = RevertPlanner.unstaged(spec, hub, tracker);
    actions.add(withdrawal.orElseGet(() -> new Action.Close(ending(), because)));
  }

  private void takeBack() {
    if (breach.isPresent()) {
      RevertPlanner.underBreach(tracker).ifPresent(actions::add);
    }
  }

  private void closeAtTheEnd(List<GroupCounts> scopes) {
    boolean busy =
        actions.stream()
            .anyMatch(
                action -> action instanceof Action.TakeBack || action instanceof Action.Provide);
    boolean inFlight = scopes.stream().anyMatch(scope -> scope.inFlight() > 0);
    if (outcome.isPresent() && !inFlight && !busy) {
      actions.add(
          new Action.Close(
              Action.Close.Ending.WITH_A_LAST_WRITE, "the outcome is " + outcome.get()));
    }
  }

  private Action.Close.Ending ending() {
    return hub.claim() == HubSnapshot.Claim.HELD
        ? Action.Close.Ending.WITH_A_LAST_WRITE
        : Action.Close.Ending.WITHOUT_A_WRITE;
  }

  /**
   * After a hub outage: look first, judge then. A refused write is looked at by trying again, where
   * the attempt may still write.
   */
  private void lookAt(List<ClusterState> unobserved) {
    List<String> read =
        unobserved.stream()
            .filter(entry -> entry.stage() == Stage.DISPATCHED || !mayWrite())
            .map(ClusterState::cluster)
            .toList();
    if (!read.isEmpty()) {
      actions.add(
          new Action.Look(
              read, "the deadline of %s has passed".formatted(Wording.clusters(read.size()))));
    }
    if (mayWrite()) {
      dispatchAgain(
          unobserved.stream().filter(this::untriedSinceExpiry).toList(),
          "the deadline has passed since the hub first refused the write");
    }
  }

  /** True for a refused write that nobody repeated after its deadline. */
  private boolean untriedSinceExpiry(ClusterState late) {
    return late.stage() == Stage.STARTED && late.since() < tracker.timers().expiry(late);
  }

  /**
   * An end or a breach writes to nobody in flight (I8), refused settings to nobody at all (I23).
   */
  private boolean mayWrite() {
    return outcome.isEmpty() && hub.refusal().isEmpty();
  }

  /** Counts how far each group has come, and notes when time alone changes something. */
  private List<GroupCounts> count() {
    GroupCounter counter = new GroupCounter(tracker, members, slots);
    recheckAt = counter.nextChange().map(Instant::ofEpochMilli);
    return counter.scopes(approvals);
  }

  private void judge(StartDecision opening, List<GroupCounts> scopes) {
    // A partial fleet has partial totals: it could end or halt an attempt that the whole would not.
    if (hub.fleet().incoherent().isPresent()) {
      return;
    }
    if (breach.isEmpty()) {
      breach = OutcomeRules.breach(opening);
    }
    if (outcome.isEmpty() && breach.isPresent()) {
      outcome = Optional.of(Outcome.FAILED);
    }
    if (outcome.isEmpty()) {
      outcome = OutcomeRules.ending(spec, scopes);
    }
  }

  private boolean mayStart() {
    return outcome.isEmpty()
        && hub.refusal().isEmpty()
        && hub.fleet().incoherent().isEmpty()
        && !hub.intent().paused()
        && !wishes.paused()
        && providing.firstPassOver();
  }

  /** The next by name, in the groups that are open. */
  private void start(StartDecision opening) {
    List<PendingCluster> turn =
        members.waiting().stream()
            .filter(entry -> opening.groups().contains(tracker.groupIndex().groupOf(entry)))
            .limit(opening.most())
            .toList();
    if (turn.isEmpty()) {
      return;
    }
    members.start(turn);
    members
        .groups()
        .sorted(turn)
        .forEach((group, starting) -> dispatch(group, starting, why(group, starting.size())));
  }

  private String why(GroupKey group, int clusters) {
    return "the turn of %d of %d clusters of group %s has come"
        .formatted(clusters, members.groups().size(group), group.label());
  }

  private void dispatch(GroupKey group, List<? extends Member> entries, String because) {
    actions.add(
        new Action.Dispatch(
            group.label(), entries.stream().map(Member::cluster).toList(), because));
  }

  private void retryRefused() {
    if (mayWrite()) {
      dispatchAgain(
          tracker.refused().stream()
              .filter(entry -> tracker.timers().over(tracker.timers().retryAt(entry)))
              .toList(),
          "the hub refused the write before");
    }
  }

  private void dispatchAgain(List<ClusterState> entries, String because) {
    tracker.markRetried(entries);
    members.groups().sorted(entries).forEach((group, again) -> dispatch(group, again, because));
  }

  private Step answer() {
    Optional<Instant> ended = former.endedAt().or(() -> outcome.map(end -> now));
    AttemptState next =
        new AttemptState(
            spec,
            former.startedAt(),
            tracker.groupIndex().groups(),
            tracker.entries(),
            members.waiting(),
            former.begun() || !tracker.entries().isEmpty(),
            providing.firstPassOver(),
            breach,
            former.aborted(),
            outcome,
            ended,
            wishes);
    Optional<Wakeup> wake =
        new NextWakeup(tracker, now).first(recheckAt, mayWrite(), providing.nextTry());
    StepContext sight = new StepContext(next, hub, tracker, members, slots, approvals, now);
    Progress progress = new ProgressReport(sight).of(wake.map(Wakeup::at));
    return new Step(next, actions, wake, progress);
  }
}
