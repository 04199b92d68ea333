package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.UserView;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.approval.ApprovalSettings;
import io.sluice.hub.check.CheckSettings;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.hub.schedule.ScheduleObserver;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.IntentParser;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Problem;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.status.NewcomerApprovals;
import io.sluice.template.StagedStrategy;
import io.sluice.template.StagedStrategyParser;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.RolloutStanding;
import io.sluice.template.work.SettledIntent;
import io.sluice.workflow.AttemptRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Derives what a rollout has to know of a binding: its version, its settings, its {@link
 * BindingClusters clusters}, and how far its Rollout object says it has come (lazy-activation 3).
 *
 * <p>A version is one activation. Its number counts the activations, its content hash is the
 * revision of the intent.
 */
public final class BindingContext {
  private final BindingName name;
  private final Optional<GenericKubernetesResource> object;
  private final Optional<BindingState> state;
  private final Optional<GenericKubernetesResource> rollout;
  private final Optional<RolloutStatusParser> rolloutStatus;
  private final Optional<StagedStrategyParser.Result> strategy;
  private final ScheduleObserver schedule;
  private final boolean calendarsRead;
  private final RolloutSpec spec;
  private final ApprovalSettings approvals;
  private final ApprovalGuard guard;
  private final Optional<GenericKubernetesResource> template;
  private final BindingClusters clusters;
  private final Instant now;

  private BindingContext(BindingObjects objects, UserView view, Instant now) {
    this.now = requireNonNull(now, "now is null");
    this.name = objects.name();
    this.object = objects.binding().filter(found -> !HubObjects.deleting(found));
    this.state = object.map(BindingParser::parse);
    this.rollout = objects.rollout();
    this.rolloutStatus = rollout.map(RolloutStatusParser::of);
    this.strategy = state.flatMap(BindingState::strategy).map(StagedStrategyParser::parse);
    this.spec = rollout.map(RolloutSpecReader::of).orElseGet(RolloutSpec::new);
    this.calendarsRead = objects.calendars().read();
    this.approvals = new ApprovalSettings(rollout, spec);
    this.guard = objects.approvals();
    this.template = objects.template();
    this.schedule =
        new ScheduleObserver(
            rollout,
            spec,
            strategy.isPresent() ? objects.calendars() : CalendarObjects.UNREAD,
            objects.template().map(HubObjects::labels).orElse(Map.of()));
    this.clusters =
        new BindingClusters(
            objects,
            view,
            state,
            version(),
            strategy.flatMap(StagedStrategyParser.Result::strategy),
            settled());
  }

  /**
   * Derives it.
   *
   * @param view what the user owns of a template
   * @param now when the objects were read
   */
  public static BindingContext of(BindingObjects objects, UserView view, Instant now) {
    return new BindingContext(objects, requireNonNull(view, "view is null"), now);
  }

  public BindingName name() {
    return name;
  }

  public Optional<BindingState> state() {
    return state;
  }

  public Optional<GenericKubernetesResource> rollout() {
    return rollout;
  }

  /** Returns its clusters, and what each of them has. */
  public BindingClusters clusters() {
    return clusters;
  }

  /** Returns whether a rollout carries it; else every cluster gets it at once. */
  public boolean staged() {
    return strategy.isPresent();
  }

  /** Returns its version; empty when it is gone or holds no active intent. */
  public Optional<PolicyVersion> version() {
    return state
        .flatMap(BindingState::record)
        .flatMap(ActivationRecord::active)
        .map(ActiveIntent::revision)
        .map(revision -> new PolicyVersion(uid(), state.get().activations(), revision));
  }

  private String uid() {
    return object.orElseThrow().getMetadata().getUid();
  }

  /** Returns the binding as the workflow sees it. */
  public Optional<RootView> root() {
    return version()
        .map(
            version ->
                new RootView(version, false, false, staged(), strategyHash(), Optional.empty()));
  }

  private String strategyHash() {
    return state.flatMap(BindingState::strategy).map(Hashes::ofTree).orElse("");
  }

  /** Returns the settings of its rollout; one that was edited by hand may be refused. */
  public Optional<SettingsValidation> settings() {
    return strategy.map(
        parsed ->
            new SettingsValidation(
                    parsed.strategy().map(found -> found.forClusters(clusters.target().size())),
                    PendingMode.KEEP_PREVIOUS,
                    false,
                    parsed.strategy().flatMap(StagedStrategy::ignored),
                    List.of(),
                    refusal(parsed))
                .noting(approvals.undated()));
  }

  private Optional<Refusal> refusal(StagedStrategyParser.Result parsed) {
    if (!parsed.problems().isEmpty()) {
      return Optional.of(
          new Refusal("BadStrategy", cannot() + ": " + String.join(" ", parsed.problems())));
    }
    List<Problem> problems =
        Problem.sorted(
            Stream.of(
                    schedule.problems(now),
                    CheckSettings.read(spec).problems(),
                    approvals.rules().problems())
                .flatMap(List::stream)
                .toList());
    return problems.stream()
        .findFirst()
        .map(first -> new Refusal(first.reason(), Problem.message(cannot(), problems)))
        .or(() -> approvals.problem(guard).map(this::refusal));
  }

  private Refusal refusal(Problem problem) {
    return new Refusal(problem.reason(), Problem.message(cannot(), List.of(problem)));
  }

  private String cannot() {
    return "Cannot roll out binding " + name;
  }

  /** Returns the observation for an attempt. */
  public HubSnapshot view(AttemptRef attempt) {
    return view(Claim.of(attempt, rollout));
  }

  /** Returns the same, whoever owns the Rollout object. */
  public HubSnapshot view(HubSnapshot.ClaimState claim) {
    FleetView fleet = clusters.fleet();
    return new HubSnapshot(
            claim,
            root(),
            settings().flatMap(SettingsValidation::refusal).map(Refusal::message),
            intent(),
            fleet)
        .scheduled(schedule())
        .checked(CheckSettings.rules(spec, rollout, now))
        .ruled(approvals());
  }

  /** Returns the rules of approvals, with what people have recorded; empty if there are none. */
  public Optional<RuledApprovals> approvals() {
    return approvals.ruled(template, now);
  }

  /** Returns whether all calendars that may bind the rollout could be read. */
  public boolean calendarsRead() {
    return calendarsRead;
  }

  /** Returns when clusters may start; empty: at any time (between-waves 2). */
  public Optional<ScheduleTimes> schedule() {
    return schedule.times(clusters.fleet().groups(), clusters::managed, now);
  }

  /** Returns what the spec of the Rollout object asks for. */
  public Intent intent() {
    return rollout.map(object -> IntentParser.of(object, now)).orElse(Intent.NONE);
  }

  /** Returns what the Rollout object reports of the last attempt. */
  public Optional<RolloutRecord> record() {
    return version()
        .flatMap(version -> rolloutStatus.map(status -> status.record(version.policyUid())));
  }

  /** Returns how far the rollout of the active intent has come. */
  public RolloutStanding standing() {
    Optional<RolloutRecord> ended =
        record()
            .filter(last -> !last.runOpen())
            .filter(last -> root().filter(last::attempted).isPresent())
            .filter(last -> !last.ended(Outcome.SUPERSEDED));
    if (ended.filter(last -> last.ended(Outcome.SUCCEEDED)).isPresent()) {
      return RolloutStanding.SUCCEEDED;
    }
    boolean halted =
        ended
            .filter(last -> last.ended(Outcome.FAILED) || last.ended(Outcome.ABORTED))
            .filter(last -> !last.retry().equals(Optional.of(last.rolloutUid())))
            .isPresent();
    return halted ? RolloutStanding.HALTED : RolloutStanding.UNDER_WAY;
  }

  /**
   * Returns the mark of a Work that a cluster gets when it joins after the end (rollout-strategy
   * 3.7); where the cluster gets a former activation, the mark names none (0).
   */
  public Optional<Dispatch> newcomer(Instant now) {
    return record()
        .filter(last -> standing() != RolloutStanding.UNDER_WAY)
        .map(
            last ->
                new Dispatch(
                    last.rolloutUid(),
                    last.attempt(),
                    standing() == RolloutStanding.SUCCEEDED ? last.generation() : 0,
                    Dispatch.As.NEWCOMER,
                    now,
                    now,
                    Map.of()));
  }

  /**
   * Returns which clusters that joined after the end wait for an approval; empty if none does
   * (rollout-strategy 3.7).
   *
   * @param back those whose Work was deleted: they get again what they had
   */
  public Optional<NewcomerApprovals.Waiting> unapproved(Set<String> back) {
    boolean ruled = !spec.approvalRules.isEmpty();
    if (standing() == RolloutStanding.UNDER_WAY || !NewcomerApprovals.asks(settings(), ruled)) {
      return Optional.empty();
    }
    RolloutStatusParser last = rolloutStatus.orElseThrow();
    List<DecisionGroup> groups = clusters.fleet().groups();
    return NewcomerApprovals.of(
            name,
            settings(),
            last.given(),
            intent(),
            root().orElseThrow(),
            groups.stream().map(DecisionGroup::key).toList(),
            approvals.ofNewcomers(
                template, guard, Objects.requireNonNullElse(last.status().rolloutUID, ""), now))
        .flatMap(waiting -> waiting.waiting(joined(groups, back)));
  }

  private List<DecisionGroup> joined(List<DecisionGroup> groups, Set<String> back) {
    return groups.stream()
        .map(
            group ->
                new DecisionGroup(
                    group.key(),
                    group.clusters().stream()
                        .filter(cluster -> !clusters.works().containsKey(cluster))
                        .filter(cluster -> !back.contains(cluster))
                        .toList()))
        .toList();
  }

  /** Returns what succeeded last. */
  public Optional<SettledIntent> settled() {
    return rollout.flatMap(
        found ->
            SettledIntent.parse(JsonTree.map(RolloutStatusTree.status(found), "lastSuccessful")));
  }
}
