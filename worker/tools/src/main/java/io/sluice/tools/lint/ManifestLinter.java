package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalRuleReader;
import io.sluice.check.CheckReader;
import io.sluice.gate.HeldInputs;
import io.sluice.hub.check.CheckSettings;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.schedule.ScheduleObserver;
import io.sluice.policy.HubTemplates;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Nesting;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.Admission;
import io.sluice.policy.admission.BindingAdmission;
import io.sluice.policy.admission.ContentSize;
import io.sluice.policy.admission.TemplateNames;
import io.sluice.rollout.lifecycle.SettingsProblems;
import io.sluice.rollout.lifecycle.StagingSettings;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.StrategyReader;
import io.sluice.schedule.ScheduleReader;
import io.sluice.status.RolloutConditions;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.placement.PlacementObjects;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds everything that a worker would refuse in objects, all problems at once (rollout-strategy
 * 1.6).
 *
 * <p>Other kinds are passed over. Groups are checked where the placements that bind a policy are
 * among the objects.
 */
final class ManifestLinter {
  private static final String OWN = "open-cluster-management.io/";

  private final LintObjects objects;
  private final Instant now;
  private final PlacementLinter placements;
  private final GateLinter gate;
  private final RolloutNameLinter names;
  private final boolean beside;
  private final boolean fleet;

  /**
   * Creates the check.
   *
   * @param fleet what Placements choose from; empty where it is not known
   * @param gate also says whether a worker runs next to OCM's propagator
   */
  ManifestLinter(LintObjects objects, Optional<PlacementObjects> fleet, GateLinter gate) {
    this.objects = requireNonNull(objects, "objects is null");
    this.now = Instant.now();
    this.placements = new PlacementLinter(fleet, this::stages, now);
    this.fleet = fleet.isPresent();
    this.names = new RolloutNameLinter(objects);
    this.gate = requireNonNull(gate, "gate is null");
    this.beside = gate.beside();
  }

  /** Returns the problems in the order of the objects. */
  List<LintProblem> problems() {
    return objects.all().stream().flatMap(this::found).toList();
  }

  /** What the API server refuses is not looked at any further. */
  private Stream<LintProblem> found(Manifest object) {
    if (object.line() > 0 && object.apiVersion().contains(OWN)) {
      List<Problem> metadata = MetadataLinter.problems(object);
      if (!metadata.isEmpty()) {
        return errors(object, metadata);
      }
    }
    return object.is("Placement")
        ? Stream.concat(
            placements.problems(object, objects.namespace(object)).stream(), unbound(object))
        : Stream.concat(errors(object, problems(object)), warnings(object));
  }

  private Stream<LintProblem> unbound(Manifest placement) {
    return SetBindingLinter.warning(objects, placement).filter(warning -> !fleet).stream()
        .map(
            warning ->
                LintProblem.warning(
                    placement, objects.namespace(placement), SetBindingLinter.REASON, warning));
  }

  private Stream<LintProblem> errors(Manifest object, List<Problem> problems) {
    return problems.stream()
        .map(problem -> LintProblem.error(object, objects.namespace(object), problem));
  }

  private Stream<LintProblem> warnings(Manifest object) {
    String namespace = objects.namespace(object);
    return switch (object.kind()) {
      case "Policy" ->
          Stream.of(
                  soaks(object),
                  gate.warnings(object, namespace).stream(),
                  StrategyLinter.warnings(object.spec(), beside, rollout(object)).stream()
                      .map(problem -> LintProblem.warning(object, namespace, problem)))
              .flatMap(warnings -> warnings);
      case "Rollout" ->
          Stream.of(
                  soaks(object),
                  names
                      .warning(object)
                      .filter(text -> object.line() > 0)
                      .map(
                          text ->
                              LintProblem.warning(
                                  object, namespace, RolloutNameLinter.REASON, text))
                      .stream(),
                  notifications(object))
              .flatMap(warnings -> warnings);
      case NotificationLinter.NOTIFIER -> notifications(object);
      default -> Stream.empty();
    };
  }

  private Stream<LintProblem> notifications(Manifest object) {
    return NotificationLinter.warnings(object).stream()
        .map(
            text ->
                LintProblem.warning(
                    object, objects.namespace(object), NotificationLinter.WARNING, text));
  }

  /** Returns whether a Placement says which clusters a staged policy of the objects reaches. */
  private boolean stages(Manifest placement) {
    return objects.policies().stream()
        .filter(policy -> objects.places(placement, policy))
        .anyMatch(
            policy ->
                beside && GateLinter.staged(policy)
                    || strategy(policy.spec(), rollout(policy)).staged());
  }

  /** A policy that informs does not soak, but beside the propagator each one does. */
  private Stream<LintProblem> soaks(Manifest object) {
    Optional<EffectiveStrategy> strategy =
        switch (object.kind()) {
          case "Policy" ->
              Optional.of(strategy(object.spec(), rollout(object)))
                  .filter(found -> beside || !InformPolicy.is(object.spec()));
          case "Rollout" ->
              Optional.of(strategy(Map.of(), object.spec()))
                  .filter(found -> objects.policy(object).isEmpty());
          default -> Optional.empty();
        };
    return strategy
        .flatMap(found -> found.tree().flatMap(tree -> SoakLinter.warning(tree, found.path())))
        .map(
            found ->
                LintProblem.warning(object, objects.namespace(object), SoakLinter.REASON, found))
        .stream();
  }

  private EffectiveStrategy strategy(Map<String, Object> policy, Map<String, Object> rollout) {
    return EffectiveStrategy.of(policy, rollout, beside);
  }

  private Map<String, Object> rollout(Manifest policy) {
    return objects.rollout(policy).map(Manifest::spec).orElse(Map.of());
  }

  private List<Problem> problems(Manifest object) {
    return switch (object.kind()) {
      case "Policy" -> ofPolicy(object);
      case "PlacementBinding" -> BindingAdmission.of(object.tree());
      case "PolicySet" -> Admission.ofPolicySet(object.spec());
      case "Rollout" -> ofRollout(object);
      case "RolloutCalendar" ->
          ScheduleReader.calendar(object.name(), object.tree().get("spec"), "spec", now).problems();
      case "ClusterRolloutCalendar" ->
          ScheduleReader.clusterCalendar(object.name(), object.tree().get("spec"), "spec", now)
              .problems();
      default -> NotificationLinter.problems(object);
    };
  }

  private List<Problem> ofPolicy(Manifest policy) {
    PolicyName name = new PolicyName(objects.namespace(policy), policy.name());
    PolicySnapshot snapshot =
        new PolicySnapshot(texts(policy, "labels"), texts(policy, "annotations"), policy.spec());
    Map<String, Object> rollout = rollout(policy);
    StagingWay way = beside ? StagingWay.beside(snapshot.labels()) : StagingWay.STANDALONE;
    EffectiveStrategy written = strategy(policy.spec(), rollout);
    EffectiveStrategy strategy =
        way == StagingWay.GATE ? written.behindTheGate(new HeldInputs(0)) : written;
    long bytes = HubObjects.json(policy.tree()).getBytes(StandardCharsets.UTF_8).length;
    List<Problem> problems = new ArrayList<>(TemplateNames.missing(snapshot.spec()));
    if (beside) {
      // The propagator's webhook refuses it, before a worker sees it.
      problems.addAll(Admission.ofPolicy(name, snapshot, Admission.Operation.CREATE));
    }
    problems.addAll(
        strategy.staged()
            ? SettingsProblems.in(
                new StagingSettings(
                    name,
                    snapshot,
                    way,
                    strategy,
                    RolloutSpecReader.of(rollout).listedGroups(),
                    objects.declared(policy),
                    List.of(),
                    List.of(),
                    bytes,
                    ScheduleObserver.problems(RolloutSpecReader.of(rollout), now),
                    CheckSettings.read(rollout),
                    ApprovalRuleReader.read(rollout.get("approvalRules"))))
            : unstaged(name, snapshot, bytes));
    return Problem.sorted(problems);
  }

  private List<Problem> unstaged(PolicyName name, PolicySnapshot snapshot, long bytes) {
    List<Problem> problems = new ArrayList<>();
    if (!beside) {
      problems.addAll(HubTemplates.unsupported(snapshot));
      problems.addAll(Admission.ofPolicy(name, snapshot, Admission.Operation.CREATE));
    }
    problems.addAll(TemplateNames.duplicates(snapshot.spec()));
    ContentSize.problem(bytes).ifPresent(problems::add);
    Nesting.problem(snapshot).ifPresent(problems::add);
    return problems;
  }

  /** The strategy of a Rollout whose policy is there is checked with it. */
  private List<Problem> ofRollout(Manifest rollout) {
    Optional<Manifest> policy = objects.policy(rollout);
    DeclaredGroups declared = policy.map(objects::declared).orElseGet(DeclaredGroups::unknown);
    List<Problem> problems = new ArrayList<>();
    if (policy.isEmpty()) {
      EffectiveStrategy.written(rollout.spec())
          .map(strategy -> StrategyReader.strict(strategy, "spec.rolloutStrategy", declared))
          .map(read -> read.match(accepted -> List.<Problem>of(), refused -> refused.problems()))
          .ifPresent(problems::addAll);
      problems.addAll(ScheduleObserver.problems(RolloutSpecReader.of(rollout.spec()), now));
      problems.addAll(CheckReader.problems(CheckSettings.read(rollout.spec()), declared));
      problems.addAll(ApprovalRuleReader.read(rollout.spec().get("approvalRules")).problems());
    }
    problems.addAll(NotificationLinter.problems(rollout));
    problems.addAll(
        RolloutConditions.unknownGroups(
            RolloutSpecReader.of(rollout.spec()).groupsByField(), declared));
    return problems;
  }

  private static Map<String, String> texts(Manifest policy, String key) {
    Map<String, String> texts = new HashMap<>();
    JsonTree.map(policy.metadata(), key).forEach((name, value) -> texts.put(name, "" + value));
    return texts;
  }

  /** Returns how many objects are of a kind that is checked. */
  long checked() {
    return objects.all().stream()
        .filter(
            object ->
                Stream.of(
                        "Policy",
                        "Placement",
                        "PlacementBinding",
                        "PolicySet",
                        "Rollout",
                        "RolloutCalendar",
                        "ClusterRolloutCalendar",
                        NotificationLinter.NOTIFIER)
                    .anyMatch(object::is))
        .count();
  }
}
