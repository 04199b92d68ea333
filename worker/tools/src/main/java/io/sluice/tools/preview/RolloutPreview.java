package io.sluice.tools.preview;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.rollout.AttemptSettings;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.PolicyTarget;
import io.sluice.control.rollout.RolloutInputBuilder;
import io.sluice.control.rollout.RolloutPass;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.Revisions;
import io.sluice.plan.RolloutPlanner;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.settings.Settings;
import io.sluice.status.NewcomerApprovals;
import io.sluice.workflow.RolloutInput;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what a worker would roll out, and changes nothing: {@link AttemptDue} decides whether an
 * attempt is due, and {@link RolloutPlanner} plans its first steps, as for a worker.
 */
public final class RolloutPreview implements RolloutPass {
  private final AttemptSupport support;
  private final Revisions revisions;
  private final Settings settings;
  private final Clock clock;
  private Optional<AttemptPreview> attempt = Optional.empty();

  RolloutPreview(AttemptSupport support, Revisions revisions, Settings settings, Clock clock) {
    this.support = support;
    this.revisions = revisions;
    this.settings = settings;
    this.clock = clock;
  }

  /** Returns the attempt that the last pass would have started. */
  Optional<AttemptPreview> attempt() {
    return attempt;
  }

  @Override
  public Retirement retire(RootPolicy root, PolicyContext context, Instant now) {
    boolean staged = context.strategy().staged() || context.strategyDropped();
    return new Retirement(
        RetirementWriter.decide(context.rollout(), staged, root.disabled(), Optional.empty()),
        Optional.empty());
  }

  @Override
  public void forget(PolicyName policy, Optional<GenericKubernetesResource> rollout) {
    attempt = Optional.empty();
  }

  @Override
  public Optional<Instant> reconcile(
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    OptionalLong former = support.former(context, replicas);
    PolicyTarget target = new PolicyTarget(support, context, replicas, former.orElse(0));
    DueInput input = target.due(DueInput.Temporal.ANSWERS);
    DueDecision due = AttemptDue.judge(input);
    attempt = due.attempt().map(next -> preview(target, input, next));
    return Optional.empty();
  }

  /**
   * Returns the attempt that is open or due, or that the next version would begin, where it stands;
   * empty where none can begin.
   *
   * @param fresh whether it is to begin with all clusters, whatever is open or due
   */
  static Optional<PreparedAttempt> prepare(
      AttemptSupport support,
      PropagatedFleet propagated,
      boolean fresh,
      Settings settings,
      Instant now) {
    PreviewedFleet fleet = propagated.fleet();
    PolicyContext context = fleet.context();
    Map<String, CachedReplica> replicas = fleet.replicas();
    OptionalLong former = support.former(context, replicas);
    PolicyTarget target = new PolicyTarget(support, context, replicas, former.orElse(0));
    DueInput input = target.due(DueInput.Temporal.LOST_THE_RUN);
    Optional<RolloutRecord> last = input.record();
    boolean current = last.filter(record -> record.attempted(input.root())).isPresent();
    boolean open = last.filter(RolloutRecord::runOpen).isPresent();
    // A run of a former version ends, and the attempt of the present one begins.
    DueInput judged = open && !current ? input.with(last.get().closed()) : input;
    Optional<AttemptDue> due = fresh ? Optional.empty() : AttemptDue.judge(judged).attempt();
    AttemptDue next =
        due.orElseGet(
            () ->
                new AttemptDue(
                    judged.nextNumber(),
                    AttemptDue.Kind.NEW,
                    Optional.empty(),
                    "nothing is to be rolled out now"));
    boolean accepted =
        context
            .acceptance()
            .filter(settled -> settled.refusal().isEmpty() && settled.strategy().isPresent())
            .isPresent();
    if (!accepted || !context.strategy().staged()) {
      return Optional.empty();
    }
    boolean running = next.kind() == AttemptDue.Kind.LOST;
    RolloutInputBuilder inputs = new RolloutInputBuilder(AttemptSettings.of(settings));
    AttemptSpec spec = inputs.spec(target, input, next);
    List<ReplicaState> states = target.states(input.newcomers());
    RolloutInput run = inputs.input(target, spec, input.fleet(), states, next, now);
    HubSnapshot present =
        context.view(
            HubSnapshot.ClaimState.HELD, replicas.keySet(), input.fleet().unknownContent());
    HubSnapshot hub =
        due.isPresent() ? present : present.keeping(context.kept(spec.version().generation() + 1));
    AttemptState state = run.rebuilt().orElseGet(() -> AttemptState.begin(spec, now));
    Step seen =
        RolloutPlanner.recovered(
            state,
            new Observation(
                hub, List.of(), List.of(), reports(propagated, running, settings.skew(), now)),
            now);
    PreparedAttempt.Origin origin =
        running
            ? PreparedAttempt.Origin.RUNNING
            : due.isPresent() ? PreparedAttempt.Origin.DUE : PreparedAttempt.Origin.NEXT;
    return Optional.of(
        new PreparedAttempt(
            origin,
            next.because(),
            seen.state(),
            hub,
            context.schedule(hub.fleet().groups()),
            seen.progress().held(),
            InformPass.of(origin, seen.progress(), context),
            upToDate(states, spec, seen.state())));
  }

  /** Returns the members that have the version already, by name. */
  private static List<String> upToDate(
      List<ReplicaState> states, AttemptSpec spec, AttemptState state) {
    Set<String> members = state.statuses().keySet();
    return states.stream()
        .filter(replica -> replica.contentHash().equals(spec.version().contentHash()))
        .map(ReplicaState::cluster)
        .filter(members::contains)
        .sorted(ByteOrder.NAMES)
        .toList();
  }

  /** Returns what the replicas show now: of the attempt, or as inform before a cluster's turn. */
  private static List<Report> reports(
      PropagatedFleet propagated, boolean running, Duration skew, Instant now) {
    PolicyContext context = propagated.fleet().context();
    Set<String> unreachable = propagated.fleet().unreachable();
    ReplicaJudge judge = new ReplicaJudge(new Evidence(skew));
    VersionContent content = context.content(context.root().orElseThrow().snapshot());
    PolicyVersion version = context.version().orElseThrow();
    List<Report> reports = new ArrayList<>();
    for (CachedReplica cached : propagated.fleet().replicas().values()) {
      Replica replica = cached.replica();
      boolean dispatched =
          replica.dispatch().filter(found -> found.as() == Dispatch.As.DISPATCHED).isPresent();
      if (running && dispatched) {
        boolean away = unreachable.contains(replica.cluster());
        reports.add(judge.report(replica, content, version, away, now));
      } else {
        reports.add(judge.pending(replica, propagated.lastChange(replica), content, version, now));
      }
    }
    return reports;
  }

  private AttemptPreview preview(PolicyTarget target, DueInput input, AttemptDue due) {
    Instant now = clock.instant();
    PolicyContext context = target.context();
    Map<String, CachedReplica> replicas = target.replicas();
    RootPolicy root = target.policy();
    RolloutInput run =
        new RolloutInputBuilder(AttemptSettings.of(settings)).input(target, input, due, now);
    AttemptSpec spec = run.spec();
    HubSnapshot hub =
        context.view(
            HubSnapshot.ClaimState.HELD, replicas.keySet(), input.fleet().unknownContent());
    AttemptState state = run.rebuilt().orElseGet(() -> AttemptState.begin(spec, now));
    Step opening = RolloutPlanner.step(Rules.CURRENT, state, Observation.of(hub), now);
    List<Action.Provide> provided = of(Action.Provide.class, opening);
    // What clusters get until their turn is written before the first one starts.
    Step next =
        provided.isEmpty()
            ? opening
            : RolloutPlanner.step(
                Rules.CURRENT,
                opening.state(),
                new Observation(hub, acks(provided, spec, now), List.of(), List.of()),
                now);
    List<Action.Dispatch> dispatched =
        Stream.of(opening, next)
            .distinct()
            .flatMap(step -> of(Action.Dispatch.class, step).stream())
            .toList();
    TurnComparer turns = new TurnComparer(root, context, revisions, spec, replicas);
    List<PlannedWrite> first = new ArrayList<>();
    provided.forEach(action -> first.addAll(turns.provide(action)));
    dispatched.forEach(action -> first.addAll(turns.dispatch(action.clusters())));
    return new AttemptPreview(
        due.number(),
        due.because(),
        spec.strategy().type().label(),
        spec.mode().label(),
        dispatched.stream()
            .map(action -> new AttemptPreview.Start(action.label(), action.clusters()))
            .toList(),
        first,
        turns.later(context.targets(root.snapshot()).replicas()),
        dispatched.isEmpty() ? Optional.of(next.progress().waitingFor()) : Optional.empty());
  }

  private static <A extends Action> List<A> of(Class<A> kind, Step step) {
    return step.actions().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<Ack> acks(List<Action.Provide> provided, AttemptSpec spec, Instant now) {
    return provided.stream()
        .flatMap(action -> action.clusters().stream())
        .map(cluster -> Ack.written(cluster, now, spec.number()).to(Ack.RequestedWrite.PROVIDE))
        .toList();
  }
}
