package io.sluice.plan;

import io.sluice.approval.RuledApprovals;
import io.sluice.check.CheckAnswer;
import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckRule;
import io.sluice.check.DueCheck;
import io.sluice.explain.PlannedStep;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.KeptVersion;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Intent.RequestedAbort;
import io.sluice.rollout.Intent.SkippedCluster;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.Request;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.ScheduleTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Runs an attempt for tests, one event at a time. The hub takes every write and every look at once
 * unless a test sets it otherwise; nothing is decided before {@link #step} or {@link #settle}.
 */
public final class PlannerFixture {
  public static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  public static final long NUMBER = 7;
  public static final PolicyVersion VERSION = new PolicyVersion("policy-uid", 2, "content-2");
  public static final RootView ROOT =
      new RootView(VERSION, false, false, true, "strategy", Optional.empty());
  public static final Duration FLOOR = AttemptSpec.DEFAULT_SOAK_FLOOR;

  private final List<DecisionGroup> groups = new ArrayList<>();
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<String> notTried = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> provided = new ArrayList<>();
  private final List<String> published = new ArrayList<>();
  private final List<String> takenBack = new ArrayList<>();
  private final TreeSet<String> refusing = new TreeSet<>();
  private final TreeSet<String> leaving = new TreeSet<>();
  private final TreeSet<String> closing = new TreeSet<>();
  private final TreeSet<String> ignored = new TreeSet<>();
  private final TreeSet<String> withoutReplica = new TreeSet<>();
  private final TreeSet<String> foreign = new TreeSet<>();
  private final TreeSet<String> unknownContent = new TreeSet<>();
  private final TreeSet<String> repairUndone = new TreeSet<>();
  private HubSnapshot.ClaimState claim = HubSnapshot.ClaimState.HELD;
  private Optional<RootView> root = Optional.of(ROOT);
  private Optional<String> refusal = Optional.empty();
  private Optional<KeptVersion> kept = Optional.empty();
  private List<CheckRule> checks = List.of();
  private Optional<RuledApprovals> approvals = Optional.empty();
  private final List<CheckAnswer> answers = new ArrayList<>();
  private Optional<ScheduleTimes> schedule = Optional.empty();
  private Optional<String> incoherent = Optional.empty();
  private Intent intent = Intent.NONE;
  private boolean answering = true;
  private Optional<Instant> silentSince = Optional.empty();
  private int rules = Rules.CURRENT;
  private AttemptState state;
  private Instant now = START;
  private Step last;
  private Consumer<PlannedStep> listener = step -> {};

  public PlannerFixture(Strategy strategy) {
    this(spec(strategy));
  }

  public PlannerFixture(AttemptSpec spec) {
    state = AttemptState.begin(spec, START);
  }

  public static AttemptSpec spec(Strategy strategy) {
    return spec(new PolicyName("policies", "web"), strategy);
  }

  public static AttemptSpec spec(RolloutTarget target, Strategy strategy) {
    return new AttemptSpec(target, "u1", NUMBER, VERSION, strategy, "strategy");
  }

  /** Returns a hub with the version of {@link #ROOT}, these clusters, and nothing else. */
  public static HubSnapshot hub(FleetView fleet) {
    return new HubSnapshot(
        HubSnapshot.ClaimState.HELD, Optional.of(ROOT), Optional.empty(), Intent.NONE, fleet);
  }

  /** Dev, stage and prod with two clusters each. */
  public static PlannerFixture three(Strategy strategy) {
    return new PlannerFixture(strategy)
        .group("dev", "d1", "d2")
        .group("stage", "s1", "s2")
        .group("prod", "p1", "p2");
  }

  public static Strategy perGroup() {
    return Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
        .withProgressDeadline(Duration.ofMinutes(10));
  }

  public static Strategy manual() {
    return Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  }

  /** Adds the group, or gives it other clusters. */
  public PlannerFixture group(String name, String... clusters) {
    GroupKey key =
        groups.stream()
            .map(DecisionGroup::key)
            .filter(known -> known.named() && known.name().equals(name))
            .findFirst()
            .orElse(new GroupKey("placement", name, groups.size()));
    groups.removeIf(group -> group.key().equals(key));
    groups.add(new DecisionGroup(key, Arrays.asList(clusters)));
    return this;
  }

  public PlannerFixture noGroups() {
    groups.clear();
    return this;
  }

  public PlannerFixture leaving(String... clusters) {
    leaving.clear();
    leaving.addAll(List.of(clusters));
    return this;
  }

  /** Only what is being deleted selects these clusters. */
  PlannerFixture closing(String... clusters) {
    closing.clear();
    closing.addAll(List.of(clusters));
    return this;
  }

  /** The grace of these deselected clusters is over. */
  public PlannerFixture left(String... clusters) {
    return departed(new Departures(List.of(), List.of(clusters), List.of()));
  }

  /** The keeper tells which clusters have left. */
  public PlannerFixture departed(Departures departures) {
    state = state.with(departures);
    return this;
  }

  public PlannerFixture ignored(String... clusters) {
    ignored.clear();
    ignored.addAll(List.of(clusters));
    return this;
  }

  /** Clusters without a replica, while there is a last successful version. */
  public PlannerFixture withoutReplica(String... clusters) {
    withoutReplica.clear();
    withoutReplica.addAll(List.of(clusters));
    return this;
  }

  public PlannerFixture foreign(String... clusters) {
    foreign.clear();
    foreign.addAll(List.of(clusters));
    return this;
  }

  /** Clusters whose replica was edited so that nothing tells its version. */
  public PlannerFixture repairUndone(String... clusters) {
    repairUndone.clear();
    repairUndone.addAll(List.of(clusters));
    return this;
  }

  public PlannerFixture unknownContent(String... clusters) {
    unknownContent.clear();
    unknownContent.addAll(List.of(clusters));
    return this;
  }

  public PlannerFixture refusing(String... clusters) {
    refusing.clear();
    refusing.addAll(List.of(clusters));
    return this;
  }

  /** From now on the hub answers neither writes nor looks. */
  public PlannerFixture hubIsSlow() {
    answering = false;
    return this;
  }

  PlannerFixture hubAnswers() {
    answering = true;
    return this;
  }

  PlannerFixture claim(HubSnapshot.ClaimState whose) {
    claim = whose;
    return this;
  }

  public PlannerFixture root(Optional<RootView> view) {
    root = view;
    return this;
  }

  public PlannerFixture settingsRefused(String message) {
    refusal = Optional.of(message);
    return this;
  }

  public PlannerFixture settingsAccepted() {
    refusal = Optional.empty();
    return this;
  }

  public PlannerFixture incoherent(String message) {
    incoherent = Optional.of(message);
    return this;
  }

  PlannerFixture coherent() {
    incoherent = Optional.empty();
    return this;
  }

  public PlannerFixture intent(Intent wanted) {
    intent = wanted;
    return this;
  }

  public PlannerFixture approve(String... names) {
    return intent(
        new Intent(
            Arrays.stream(names).map(name -> new Intent.GroupApproval(name, true)).toList(),
            false,
            intent.approvalsForVersion(),
            intent.paused()));
  }

  /** Ann skips these clusters, and no others, in the attempt of that UID. */
  PlannerFixture skipped(String rolloutUid, String... names) {
    return intent(
        intent.with(
            intent.abort(),
            Arrays.stream(names)
                .map(name -> new SkippedCluster(name, rolloutUid, Optional.of("sluice:ann")))
                .toList()));
  }

  PlannerFixture abortedInSpec(String rolloutUid) {
    return intent(
        intent.with(
            Optional.of(new RequestedAbort(rolloutUid, Optional.of("sluice:ann"))),
            intent.skipped()));
  }

  public PlannerFixture paused(boolean paused) {
    return intent(
        new Intent(
            intent.decisionGroups(),
            intent.ungroupedApproved(),
            intent.approvalsForVersion(),
            paused));
  }

  public PlannerFixture approveByMessage(String group) {
    state = RequestHandler.approve(state, ApprovalRequest.of(group, "ann"), now);
    return this;
  }

  PlannerFixture revokeByMessage(String group) {
    state = RequestHandler.revoke(state, ApprovalRequest.of(group, "ann"), now);
    return this;
  }

  PlannerFixture pauseByMessage() {
    state = RequestHandler.pause(state, Request.by("ann"), now);
    return this;
  }

  PlannerFixture resumeByMessage() {
    state = RequestHandler.resume(state, Request.by("ann"), now);
    return this;
  }

  public PlannerFixture abort(String who) {
    state = RequestHandler.abort(state, Request.by(who), now);
    return this;
  }

  public PlannerFixture after(Duration time) {
    now = now.plus(time);
    return this;
  }

  public PlannerFixture minutes(long minutes) {
    return after(Duration.ofMinutes(minutes));
  }

  public PlannerFixture positive(String... clusters) {
    return report(Verdict.POSITIVE, now, clusters);
  }

  public PlannerFixture negative(String... clusters) {
    return report(Verdict.NEGATIVE, now, clusters);
  }

  public PlannerFixture report(Verdict verdict, Instant at, String... clusters) {
    for (String cluster : clusters) {
      report(
          new Report(
              cluster, NUMBER, VERSION.contentHash(), verdict, false, false, at.toEpochMilli()));
    }
    return this;
  }

  public PlannerFixture report(Report report) {
    reports.add(report);
    return this;
  }

  /** A report of a spoke whose clock is behind. */
  public Report predated(String cluster) {
    long at = now.toEpochMilli();
    return new Report(
        cluster, NUMBER, VERSION.contentHash(), Verdict.SILENT, false, false, at, false, true);
  }

  public PlannerFixture ack(Ack ack) {
    acks.add(ack);
    return this;
  }

  public PlannerFixture notTried(String... clusters) {
    notTried.addAll(List.of(clusters));
    return this;
  }

  /** The replicas of these selected clusters are gone. */
  public PlannerFixture gone(String... clusters) {
    for (String cluster : clusters) {
      report(Report.replicaGone(cluster, now));
    }
    return this;
  }

  PlannerFixture looked(Instant at, String... clusters) {
    looks.add(new Observation.LookDone(List.of(clusters), at));
    return this;
  }

  public HubSnapshot view() {
    FleetView fleet =
        new FleetView(
                groups,
                incoherent,
                List.copyOf(leaving),
                List.copyOf(ignored),
                List.copyOf(withoutReplica),
                List.copyOf(foreign))
            .withUnknownContent(List.copyOf(unknownContent))
            .withRepairUndone(List.copyOf(repairUndone))
            .withClosing(List.copyOf(closing));
    return new HubSnapshot(
        claim, root, refusal, intent, fleet, kept, silentSince, schedule, checks, approvals);
  }

  /** Has approvals need to fulfil rules. */
  public PlannerFixture ruled(RuledApprovals rules) {
    approvals = Optional.of(rules);
    return this;
  }

  /** Has groups need to pass these checks. */
  public PlannerFixture checked(CheckRule... rules) {
    checks = List.of(rules);
    return this;
  }

  /** The answer to a question that is asked now. */
  public PlannerFixture answer(CheckKey key, CheckReply reply) {
    answers.add(new CheckAnswer(key, now, reply));
    return this;
  }

  /** Has a calendar hold clusters. */
  public PlannerFixture scheduled(ScheduleTimes times) {
    schedule = Optional.of(times);
    return this;
  }

  /** Has the gate hold clusters, which keep that generation until their turn. */
  public PlannerFixture keeping(long generation) {
    kept = Optional.of(new KeptVersion(Optional.of(generation)));
    return this;
  }

  /** The same, where nobody can have had the new version before. */
  public PlannerFixture keepingFromANewOne(long generation) {
    kept = Optional.of(new KeptVersion(Optional.of(generation), true));
    return this;
  }

  /** Observes since when OCM's propagator does not run. */
  public PlannerFixture silentSince(Optional<Instant> since) {
    silentSince = since;
    return this;
  }

  /** Steps as a run that began under these rules. */
  public PlannerFixture under(int other) {
    rules = other;
    return this;
  }

  /** Passes each step from now on. */
  public PlannerFixture listener(Consumer<PlannedStep> to) {
    listener = to;
    return this;
  }

  /** Takes one step; the hub's answers wait for the next one. */
  public PlannerFixture step() {
    Observation seen = new Observation(view(), acks, looks, reports, notTried, answers);
    acks.clear();
    answers.clear();
    notTried.clear();
    looks.clear();
    reports.clear();
    last = RolloutPlanner.step(rules, state, seen, now);
    listener.accept(new PlannedStep(now, seen, last));
    state = last.state();
    last.actions().forEach(action -> action.match(new Hub()));
    return this;
  }

  /** Returns what the last step asks. */
  public List<DueCheck> questions() {
    return last.questions();
  }

  /** Steps until nothing more is to be done at this instant. */
  public PlannerFixture settle() {
    do {
      step();
    } while (!acks.isEmpty() || !looks.isEmpty());
    return this;
  }

  private final class Hub implements Action.Cases<Void> {
    @Override
    public Void dispatch(Action.Dispatch action) {
      written.addAll(action.clusters());
      answer(action.clusters(), Ack.RequestedWrite.DISPATCH);
      return null;
    }

    @Override
    public Void provide(Action.Provide action) {
      provided.addAll(action.clusters());
      answer(action.clusters(), Ack.RequestedWrite.PROVIDE);
      return null;
    }

    @Override
    public Void publish(Action.Publish action) {
      published.addAll(action.clusters());
      if (answering) {
        action
            .clusters()
            .forEach(
                cluster ->
                    acks.add(Ack.written(cluster, now, NUMBER).to(Ack.RequestedWrite.PUBLISH)));
      }
      return null;
    }

    @Override
    public Void takeBack(Action.TakeBack action) {
      takenBack.addAll(action.clusters());
      answer(action.clusters(), Ack.RequestedWrite.TAKE_BACK);
      return null;
    }

    private void answer(List<String> clusters, Ack.RequestedWrite to) {
      if (answering) {
        for (String cluster : clusters) {
          Ack ack =
              refusing.contains(cluster)
                  ? Ack.refused(cluster, now, "admission webhook said no")
                  : Ack.written(cluster, now, NUMBER);
          acks.add(ack.to(to));
        }
      }
    }

    @Override
    public Void look(Action.Look action) {
      if (answering) {
        looks.add(new Observation.LookDone(action.clusters(), now));
      }
      return null;
    }

    @Override
    public Void close(Action.Close action) {
      return null;
    }
  }

  /** Takes the attempt up where this state left it. */
  public PlannerFixture goOn(AttemptState stored) {
    state = stored;
    return this;
  }

  PlannerFixture restored() {
    state = io.sluice.PayloadJson.again(state, AttemptState.class);
    return this;
  }

  public Instant now() {
    return now;
  }

  public Step last() {
    return last;
  }

  public AttemptState state() {
    return state;
  }

  public Progress progress() {
    return last.progress();
  }

  /** Returns every cluster that was given something to run until its turn, in order. */
  List<String> provided() {
    return provided;
  }

  /** Returns every cluster for which the status was to be written at once, in order. */
  List<String> published() {
    return published;
  }

  List<String> takenBack() {
    return takenBack;
  }

  /** Every write asked for so far, in order. */
  public List<String> written() {
    return written;
  }

  public Optional<ClusterState> entry(String cluster) {
    return state.clusters().stream().filter(entry -> entry.cluster().equals(cluster)).findFirst();
  }

  /** The stage of a started cluster; null when it is not started. */
  public Stage stage(String cluster) {
    return entry(cluster).map(ClusterState::stage).orElse(null);
  }

  public Optional<ClusterIssue> exception(String cluster) {
    return progress().exceptions().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .findFirst();
  }

  public Optional<Action.Close> close() {
    return last.actions().stream()
        .filter(Action.Close.class::isInstance)
        .map(Action.Close.class::cast)
        .findFirst();
  }

  List<String> lookedAt() {
    return last.actions().stream()
        .filter(Action.Look.class::isInstance)
        .map(Action.Look.class::cast)
        .flatMap(look -> look.clusters().stream())
        .toList();
  }
}
