package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.GateLabels;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.tools.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds labels of the gate by which less is held than somebody may believe (gate 2 and 3): a label
 * that goes with what it holds, a gate that does not stand, a mode without a gate.
 *
 * @param beside whether a worker runs next to OCM's propagator
 * @param former the policies that the objects replace, as far as they are known
 * @param open why the gate holds nothing; empty if it does, or if that is not known
 */
record GateLinter(boolean beside, LintObjects former, Optional<String> open) {
  private static final String OPT_OUT = "GateOptOut";
  private static final String STANDALONE = "GateStandalone";

  GateLinter {
    requireNonNull(former, "former is null");
    requireNonNull(open, "open is null");
  }

  /** Creates one for objects of which nothing else is known. */
  static GateLinter alone(boolean beside) {
    return new GateLinter(beside, new LintObjects(List.of(), ""), Optional.empty());
  }

  /** Returns whether the gate holds the policy. */
  static boolean staged(Manifest policy) {
    return JsonTree.map(policy.metadata(), "labels").containsKey(GateLabels.STAGED);
  }

  /** Returns the warnings of a root policy. */
  List<LintProblem> warnings(Manifest policy, String namespace) {
    List<LintProblem> warnings = new ArrayList<>();
    if (!staged(policy)) {
      former
          .policy(namespace, policy.name())
          .filter(before -> beside && staged(before) && !content(before).equals(content(policy)))
          .map(
              before ->
                  LintProblem.warning(
                      policy,
                      namespace,
                      OPT_OUT,
                      "The label %s goes together with a change of spec, which then reaches all clusters within seconds. Take the label off without another change, once the change is rolled out."
                          .formatted(GateLabels.STAGED)))
          .ifPresent(warnings::add);
    } else if (!beside) {
      warnings.add(
          LintProblem.warning(
              policy,
              namespace,
              STANDALONE,
              "The label %s means nothing to a worker that writes the replicas itself: a strategy stages it there. Next to OCM's propagator check with --beside."
                  .formatted(GateLabels.STAGED)));
    } else {
      open.map(message -> LintProblem.warning(policy, namespace, Reason.GATE_OPEN.label(), message))
          .ifPresent(warnings::add);
    }
    return warnings;
  }

  /** The strategy is no part of what clusters get, and OCM's own definition drops it. */
  private static String content(Manifest policy) {
    Map<String, Object> content = new HashMap<>(policy.spec());
    content.remove(EffectiveStrategy.FIELD);
    return Hashes.ofTree(content);
  }
}
