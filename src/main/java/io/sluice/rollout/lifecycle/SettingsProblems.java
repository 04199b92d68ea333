package io.sluice.rollout.lifecycle;

import io.sluice.approval.ApprovalRuleReader;
import io.sluice.check.CheckReader;
import io.sluice.policy.Enforcement;
import io.sluice.policy.HubTemplates;
import io.sluice.policy.Nesting;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.Admission;
import io.sluice.policy.admission.ContentSize;
import io.sluice.policy.admission.TemplateNames;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.PendingClusters;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds all reasons to refuse the settings of a staged policy (rollout-strategy 1.6,
 * policy-propagation 3 and 10).
 */
public final class SettingsProblems {
  private static final String ACTION = "spec.remediationAction";
  private static final String BESIDE = "and cannot be staged beside the propagator";
  private static final String INFORM =
      "Set %s to inform; the rollout enforces cluster by cluster. To stage it as it enforces, install the gate (docs/gate.md)";

  private SettingsProblems() {}

  /** Returns all problems of the settings, sorted by path. */
  public static List<Problem> in(StagingSettings settings) {
    return in(
        settings,
        StrategyReader.strict(
            settings.strategy().tree().orElse(null),
            settings.strategy().path(),
            settings.declared()));
  }

  static List<Problem> in(StagingSettings settings, ParsedStrategy reading) {
    List<Problem> problems = new ArrayList<>(settings.strategy().problems());
    problems.addAll(duplicates(settings.approvals()));
    problems.addAll(settings.schedule());
    problems.addAll(CheckReader.problems(settings.checks(), settings.declared()));
    problems.addAll(ApprovalRuleReader.problems(settings.approvalRules(), settings.declared()));
    problems.addAll(reading.match(accepted -> List.of(), refused -> refused.problems()));
    switch (settings.way()) {
      case OVERRIDE -> problems.addAll(beside(settings, reading));
      case GATE -> problems.addAll(GateProblems.in(settings, reading));
      case STANDALONE -> {
        problems.addAll(HubTemplates.unsupported(settings.root()));
        problems.addAll(
            Admission.ofPolicy(settings.policy(), settings.root(), Admission.Operation.CREATE));
      }
    }
    ContentSize.problem(settings.contentBytes()).ifPresent(problems::add);
    Nesting.problem(settings.root()).ifPresent(problems::add);
    withoutTemplates(settings).ifPresent(problems::add);
    problems.addAll(TemplateNames.duplicates(settings.root().spec()));
    return Problem.sorted(problems);
  }

  /** Finds NoTemplates: no cluster could ever succeed. The CRD does not let the field be absent. */
  private static Optional<Problem> withoutTemplates(StagingSettings settings) {
    return List.of().equals(settings.root().spec().get("policy-templates"))
        ? Optional.of(
            new Problem(
                "NoTemplates",
                "spec.policy-templates",
                "is [], so no cluster has anything to evaluate",
                "Add a template"))
        : Optional.empty();
  }

  /** Finds DuplicateApproval: two entries of one group could contradict each other. */
  private static List<Problem> duplicates(List<String> names) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      Integer before = first.putIfAbsent(names.get(i), i);
      if (before != null) {
        problems.add(
            new Problem(
                Reason.DUPLICATE_APPROVAL.label(),
                "Rollout spec.decisionGroups[%d].groupName".formatted(i),
                "is \"%s\", listed before at [%d]".formatted(names.get(i), before),
                "Keep one entry"));
      }
    }
    return problems;
  }

  /** Finds what the propagator, which has admitted the policy, would enforce at once. */
  private static List<Problem> beside(StagingSettings settings, ParsedStrategy reading) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Object> spec = settings.root().spec();
    Enforcement.byRoot(spec)
        .ifPresent(
            action ->
                problems.add(
                    new Problem(
                        Reason.ENFORCED_ROOT.label(),
                        ACTION,
                        "is \"%s\", %s".formatted(action, BESIDE),
                        INFORM.formatted("it"))));
    Enforcement.byTemplate(spec)
        .ifPresent(
            index ->
                problems.add(
                    new Problem(
                        Reason.ENFORCED_TEMPLATE.label(),
                        "spec.policy-templates[%d].objectDefinition.spec.remediationAction"
                            .formatted(index),
                        "is \"enforce\", %s".formatted(BESIDE),
                        INFORM.formatted(ACTION))));
    keepPrevious(reading)
        .ifPresent(
            pending ->
                problems.add(
                    new Problem(
                        Reason.BAD_PENDING.label(),
                        settings.strategy().path() + ".pendingClusters",
                        "is \"%s\", which needs standalone mode: the propagator gives every cluster the new version"
                            .formatted(pending),
                        "Use Inform")));
    return problems;
  }

  private static Optional<PendingClusters> keepPrevious(ParsedStrategy reading) {
    return pending(reading).filter(pending -> pending == PendingClusters.KEEP_PREVIOUS);
  }

  /** Returns what clusters are to have before their turn, where the strategy says it. */
  static Optional<PendingClusters> pending(ParsedStrategy reading) {
    return reading.match(
        ParsedStrategy.Accepted::pendingClusters, refused -> Optional.<PendingClusters>empty());
  }
}
