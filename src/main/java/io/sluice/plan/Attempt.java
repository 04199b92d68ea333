package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.selection.Candidates;
import io.sluice.plan.selection.Known;
import io.sluice.plan.selection.Selected;
import io.sluice.plan.selection.Selection;
import io.sluice.plan.selection.SelectionFunction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Takes one step of an attempt: from what it remembers and what was seen, to what is to be done.
 *
 * <p>A function: same rules, state, observation and instant, same step. It reads no clock. The
 * parts: {@link Ledger} enters evidence and runs the clocks of clusters, {@link Membership} settles
 * who counts where, {@link Approvals} what people let go, {@link SelectionFunction} whose turn it
 * is, {@link Providing} and {@link TakingBack} what others run, {@link Verdicts} how it all ends,
 * {@link ProgressReport} what people are told, {@link Waking} when to look again.
 */
public final class Attempt {
  private final AttemptState former;
  private final AttemptSpec spec;
  private final HubView hub;
  private final Instant now;
  private final Wishes wishes;
  private final Ledger ledger;
  private final Membership members;
  private final Approvals approvals;
  private final Providing providing;
  private final List<Action> actions = new ArrayList<>();
  private Optional<String> breach;
  private Optional<Outcome> outcome;
  private Optional<Duration> recheckAfter = Optional.empty();

  private Attempt(AttemptState state, Observation seen, Instant now) {
    this.former = state;
    this.spec = state.spec();
    this.hub = seen.hub();
    this.now = now;
    this.breach = state.breach();
    this.outcome = state.outcome();
    this.ledger = new Ledger(state, now);
    seen.acks().forEach(ledger::enter);
    this.members = new Membership(state, hub.fleet(), ledger);
    seen.acks().stream().filter(ack -> ack.to() == Ack.Asked.PROVIDE).forEach(members::enter);
    // By when they were seen: news that was held up must not come after the end of a soak.
    seen.reports().stream()
        .sorted(Comparator.comparingLong(Report::at))
        .forEach(report -> ledger.enter(report, members::ignored));
    seen.looks().forEach(ledger::enter);
    ledger.ripen();
    this.wishes =
        hub.claim() == HubView.Claim.HELD ? state.wishes().seen(hub.intent()) : state.wishes();
    this.approvals = new Approvals(spec, wishes, hub);
    this.providing = new Providing(state, hub.fleet(), members, now);
  }

  /**
   * Takes the next step (rollout-strategy 3.2).
   *
   * @param rules the number of the rules that the run began under
   * @throws IllegalStateException if this build does not know these rules
   */
  public static Step step(int rules, AttemptState state, Observation seen, Instant now) {
    Rules.check(rules);
    return new Attempt(state, seen, now).step();
  }

  /**
   * Enters what was seen, and decides nothing: for a status where the run cannot be asked.
   *
   * @param state as {@link Rebuild} found it
   */
  public static Step look(AttemptState state, Observation seen, Instant now) {
    return new Attempt(state, seen, now).answer();
  }

  private Step step() {
    Optional<String> overtaken = overtaken();
    if (overtaken.isPresent()) {
      leave(overtaken.get());
      return answer();
    }
    List<ClusterState> unobserved = ledger.unobserved();
    if (!unobserved.isEmpty()) {
      lookAt(unobserved);
      return answer();
    }
    Selection selection = select();
    judge(selection);
    if (mayStart()) {
      start(selection);
    }
    retryRefused();
    providing.action().ifPresent(actions::add);
    takeBack();
    closeAtTheEnd();
    return answer();
  }

  /** Settles whether something other than its clusters ends the attempt, and words why. */
  private Optional<String> overtaken() {
    if (hub.claim() == HubView.Claim.LOST) {
      return Optional.of("the Rollout object names another attempt");
    }
    Optional<Outcome> end = Verdicts.overtaking(spec, hub);
    if (end.isPresent()) {
      outcome = outcome.or(() -> end);
      return Optional.of(Verdicts.whyOvertaken(spec, hub));
    }
    return former.aborted();
  }

  /** Ends at once; only what was enforced beside the propagator is withdrawn first. */
  private void leave(String because) {
    Optional<Action> withdrawal = TakingBack.unstaged(spec, hub, ledger);
    actions.add(withdrawal.orElseGet(() -> new Action.Close(ending(), because)));
  }

  private void takeBack() {
    if (breach.isPresent()) {
      TakingBack.underBreach(ledger).ifPresent(actions::add);
    }
  }

  private void closeAtTheEnd() {
    boolean busy =
        actions.stream()
            .anyMatch(
                action -> action instanceof Action.TakeBack || action instanceof Action.Provide);
    if (outcome.isPresent() && nobodyInFlight() && !busy) {
      actions.add(
          new Action.Close(
              Action.Close.Ending.WITH_A_LAST_WRITE, "the outcome is " + outcome.get()));
    }
  }

  private Action.Close.Ending ending() {
    return hub.claim() == HubView.Claim.HELD
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
              read, "the deadline of %s has passed".formatted(Texts.clusters(read.size()))));
    }
    if (mayWrite()) {
      dispatchAgain(
          unobserved.stream().filter(ledger::untriedSinceExpiry).toList(),
          "the deadline has passed since the hub first refused the write");
    }
  }

  /**
   * An end or a breach writes to nobody in flight (I8), refused settings to nobody at all (I23).
   */
  private boolean mayWrite() {
    return outcome.isEmpty() && hub.refusal().isEmpty();
  }

  private Selection select() {
    List<Candidates> candidates = new ArrayList<>();
    members
        .groups()
        .forEach(
            (group, clusters) ->
                candidates.add(new Candidates(group, clusters, approvals.approved(group))));
    List<Known> known =
        ledger.entries().stream()
            .map(entry -> Handover.of(entry, ledger, spec, members.ignored(entry.cluster()), now))
            .toList();
    Selection selection = SelectionFunction.select(spec.strategy(), candidates, known, now);
    recheckAfter = selection.recheckAfter();
    return selection;
  }

  private void judge(Selection selection) {
    for (Selected late : selection.timedOut()) {
      ClusterState entry = ledger.of(late.cluster()).orElseThrow();
      ledger.stampLate(entry);
    }
    stampIgnored();
    // A partial fleet has partial totals: it could end or halt an attempt that the whole would not.
    if (hub.fleet().incoherent().isPresent()) {
      return;
    }
    if (breach.isEmpty()) {
      breach = Verdicts.breach(selection);
    }
    if (outcome.isEmpty() && breach.isPresent()) {
      outcome = Optional.of(Outcome.FAILED);
    }
    if (outcome.isEmpty()) {
      outcome = Verdicts.ending(spec, members, ledger, now);
    }
  }

  /** Ignored clusters keep their real status, though nobody counts it (rollout-strategy 3.5). */
  private void stampIgnored() {
    List<ClusterState> late =
        ledger.entries().stream()
            .filter(entry -> members.ignored(entry.cluster()) && entry.hasClock())
            .filter(entry -> ledger.expiryOf(entry).filter(end -> !end.isAfter(now)).isPresent())
            .toList();
    late.forEach(ledger::stampLate);
  }

  private boolean mayStart() {
    return outcome.isEmpty()
        && hub.refusal().isEmpty()
        && hub.fleet().incoherent().isEmpty()
        && !hub.intent().paused()
        && !wishes.paused()
        && providing.firstPassOver();
  }

  private void start(Selection selection) {
    Map<GroupKey, List<String>> turn = new TreeMap<>();
    for (Selected entry : selection.rollout()) {
      if (entry.status().equals(ClusterStatus.TO_APPLY.word())) {
        members.start(entry.cluster(), entry.group());
        turn.computeIfAbsent(entry.group(), key -> new ArrayList<>()).add(entry.cluster());
      }
    }
    turn.forEach(
        (group, clusters) ->
            actions.add(
                new Action.Dispatch(GroupLabels.of(group), clusters, why(group, clusters))));
  }

  private String why(GroupKey group, List<String> clusters) {
    return "the turn of %d of %d clusters of group %s has come"
        .formatted(clusters.size(), members.groups().get(group).size(), GroupLabels.of(group));
  }

  private void retryRefused() {
    if (mayWrite()) {
      dispatchAgain(ledger.refusedAndDue(), "the hub refused the write before");
    }
  }

  private void dispatchAgain(List<ClusterState> entries, String because) {
    entries.forEach(ledger::tryAgain);
    entries.stream()
        .collect(Collectors.groupingBy(ledger::groupOf, TreeMap::new, Collectors.toList()))
        .forEach(
            (group, again) ->
                actions.add(
                    new Action.Dispatch(
                        GroupLabels.of(group),
                        again.stream().map(ClusterState::cluster).sorted(ByteOrder.NAMES).toList(),
                        because)));
  }

  private boolean nobodyInFlight() {
    return ledger.entries().stream().noneMatch(entry -> Handover.holds(entry, spec, members, now));
  }

  private Step answer() {
    Optional<Instant> ended = former.endedAt().or(() -> outcome.map(end -> now));
    AttemptState next =
        new AttemptState(
            spec,
            former.startedAt(),
            ledger.groups(),
            List.copyOf(ledger.entries()),
            List.copyOf(members.waiting()),
            former.begun() || !ledger.entries().isEmpty(),
            providing.firstPassOver(),
            breach,
            former.aborted(),
            outcome,
            ended,
            wishes);
    Optional<Wake> wake =
        new Waking(ledger, now).first(recheckAfter.map(now::plus), mayWrite(), providing.nextTry());
    Sight sight = new Sight(next, hub, ledger, members, approvals, now);
    Progress progress = new ProgressReport(sight).of(wake.map(Wake::at));
    return new Step(next, actions, wake, progress);
  }
}
