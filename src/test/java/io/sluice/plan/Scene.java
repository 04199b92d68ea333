package io.sluice.plan;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Plays an attempt for tests, one event at a time. The hub takes every write and every look at once
 * unless it is told otherwise; nothing is decided before {@link #step} or {@link #settle}.
 */
final class Scene {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  static final long NUMBER = 7;
  static final PolicyVersion VERSION = new PolicyVersion("policy-uid", 2, "content-2");
  static final RootView ROOT = new RootView(VERSION, false, true, "strategy", Optional.empty());
  static final Duration FLOOR = AttemptSpec.DEFAULT_SOAK_FLOOR;

  private final List<DecisionGroup> groups = new ArrayList<>();
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.Look> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> provided = new ArrayList<>();
  private final List<String> takenBack = new ArrayList<>();
  private final TreeSet<String> refusing = new TreeSet<>();
  private final TreeSet<String> leaving = new TreeSet<>();
  private final TreeSet<String> ignored = new TreeSet<>();
  private final TreeSet<String> bare = new TreeSet<>();
  private final TreeSet<String> foreign = new TreeSet<>();
  private HubView.Claim claim = HubView.Claim.HELD;
  private Optional<RootView> root = Optional.of(ROOT);
  private Optional<String> refusal = Optional.empty();
  private Optional<String> incoherent = Optional.empty();
  private Intent intent = Intent.NONE;
  private boolean answering = true;
  private AttemptState state;
  private Instant now = START;
  private Step last;

  Scene(Strategy strategy) {
    this(spec(strategy));
  }

  Scene(AttemptSpec spec) {
    state = AttemptState.begin(spec, START);
  }

  static AttemptSpec spec(Strategy strategy) {
    return new AttemptSpec(
        new PolicyName("policies", "web"),
        "u1",
        NUMBER,
        VERSION,
        strategy,
        "strategy",
        AttemptSpec.DEFAULT_SOAK_FLOOR,
        AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR);
  }

  /** Dev, stage and prod with two clusters each. */
  static Scene three(Strategy strategy) {
    return new Scene(strategy)
        .group("dev", "d1", "d2")
        .group("stage", "s1", "s2")
        .group("prod", "p1", "p2");
  }

  static Strategy perGroup() {
    return Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
        .withProgressDeadline(Duration.ofMinutes(10));
  }

  static Strategy manual() {
    return Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  }

  /** Adds the group, or gives it other clusters. */
  Scene group(String name, String... clusters) {
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

  Scene noGroups() {
    groups.clear();
    return this;
  }

  Scene leaving(String... clusters) {
    leaving.clear();
    leaving.addAll(List.of(clusters));
    return this;
  }

  Scene ignored(String... clusters) {
    ignored.clear();
    ignored.addAll(List.of(clusters));
    return this;
  }

  /** Clusters without a replica, while there is a last successful version. */
  Scene bare(String... clusters) {
    bare.clear();
    bare.addAll(List.of(clusters));
    return this;
  }

  Scene foreign(String... clusters) {
    foreign.clear();
    foreign.addAll(List.of(clusters));
    return this;
  }

  Scene refusing(String... clusters) {
    refusing.clear();
    refusing.addAll(List.of(clusters));
    return this;
  }

  /** From now on the hub answers neither writes nor looks. */
  Scene hubIsSlow() {
    answering = false;
    return this;
  }

  Scene hubAnswers() {
    answering = true;
    return this;
  }

  Scene claim(HubView.Claim whose) {
    claim = whose;
    return this;
  }

  Scene root(Optional<RootView> view) {
    root = view;
    return this;
  }

  Scene settingsRefused(String message) {
    refusal = Optional.of(message);
    return this;
  }

  Scene settingsAccepted() {
    refusal = Optional.empty();
    return this;
  }

  Scene incoherent(String message) {
    incoherent = Optional.of(message);
    return this;
  }

  Scene coherent() {
    incoherent = Optional.empty();
    return this;
  }

  Scene intent(Intent wanted) {
    intent = wanted;
    return this;
  }

  Scene approve(String... names) {
    return intent(
        new Intent(
            Arrays.stream(names).map(name -> new Intent.GroupApproval(name, true)).toList(),
            false,
            intent.approvalsForVersion(),
            intent.paused()));
  }

  Scene paused(boolean paused) {
    return intent(
        new Intent(
            intent.decisionGroups(),
            intent.ungroupedApproved(),
            intent.approvalsForVersion(),
            paused));
  }

  Scene approveByMessage(String group) {
    state = Messages.approve(state, ApprovalRequest.of(group, "ann"), now);
    return this;
  }

  Scene revokeByMessage(String group) {
    state = Messages.revoke(state, ApprovalRequest.of(group, "ann"));
    return this;
  }

  Scene pauseByMessage() {
    state = Messages.pause(state);
    return this;
  }

  Scene resumeByMessage() {
    state = Messages.resume(state);
    return this;
  }

  Scene abort(String who) {
    state = Messages.abort(state, Request.by(who), now);
    return this;
  }

  Scene after(Duration time) {
    now = now.plus(time);
    return this;
  }

  Scene minutes(long minutes) {
    return after(Duration.ofMinutes(minutes));
  }

  Scene positive(String... clusters) {
    return report(Verdict.POSITIVE, now, clusters);
  }

  Scene negative(String... clusters) {
    return report(Verdict.NEGATIVE, now, clusters);
  }

  Scene report(Verdict verdict, Instant at, String... clusters) {
    for (String cluster : clusters) {
      report(
          new Report(
              cluster, NUMBER, VERSION.contentHash(), verdict, false, false, at.toEpochMilli()));
    }
    return this;
  }

  Scene report(Report report) {
    reports.add(report);
    return this;
  }

  Scene ack(Ack ack) {
    acks.add(ack);
    return this;
  }

  Scene looked(Instant at, String... clusters) {
    looks.add(new Observation.Look(List.of(clusters), at));
    return this;
  }

  HubView view() {
    FleetView fleet =
        new FleetView(
            groups,
            incoherent,
            List.copyOf(leaving),
            List.copyOf(ignored),
            List.copyOf(bare),
            List.copyOf(foreign));
    return new HubView(claim, root, refusal, intent, fleet);
  }

  /** Takes one step; the hub's answers wait for the next one. */
  Scene step() {
    Observation seen = new Observation(view(), acks, looks, reports);
    acks.clear();
    looks.clear();
    reports.clear();
    last = Attempt.step(Rules.CURRENT, state, seen, now);
    state = last.state();
    last.actions().forEach(action -> action.match(new Hub()));
    return this;
  }

  /** Steps until nothing more is to be done at this instant. */
  Scene settle() {
    do {
      step();
    } while (!acks.isEmpty() || !looks.isEmpty());
    return this;
  }

  private final class Hub implements Action.Cases<Void> {
    @Override
    public Void dispatch(Action.Dispatch action) {
      written.addAll(action.clusters());
      answer(action.clusters(), Ack.Asked.DISPATCH);
      return null;
    }

    @Override
    public Void provide(Action.Provide action) {
      provided.addAll(action.clusters());
      answer(action.clusters(), Ack.Asked.PROVIDE);
      return null;
    }

    @Override
    public Void takeBack(Action.TakeBack action) {
      takenBack.addAll(action.clusters());
      answer(action.clusters(), Ack.Asked.TAKE_BACK);
      return null;
    }

    private void answer(List<String> clusters, Ack.Asked to) {
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
        looks.add(new Observation.Look(action.clusters(), now));
      }
      return null;
    }

    @Override
    public Void close(Action.Close action) {
      return null;
    }
  }

  /** Takes the attempt up where this state left it. */
  Scene goOn(AttemptState stored) {
    state = stored;
    return this;
  }

  Scene restored() {
    state = io.sluice.Json.again(state, AttemptState.class);
    return this;
  }

  Instant now() {
    return now;
  }

  Step last() {
    return last;
  }

  AttemptState state() {
    return state;
  }

  Progress progress() {
    return last.progress();
  }

  /** Everyone who was given something to run until its turn, in order. */
  List<String> provided() {
    return provided;
  }

  List<String> takenBack() {
    return takenBack;
  }

  /** Every write asked for so far, in order. */
  List<String> written() {
    return written;
  }

  Optional<ClusterState> entry(String cluster) {
    return state.clusters().stream().filter(entry -> entry.cluster().equals(cluster)).findFirst();
  }

  /** The stage of a started cluster; null when it is not started. */
  Stage stage(String cluster) {
    return entry(cluster).map(ClusterState::stage).orElse(null);
  }

  Optional<ClusterException> exception(String cluster) {
    return progress().exceptions().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .findFirst();
  }

  Optional<Action.Close> close() {
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
