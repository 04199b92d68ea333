package io.sluice.hub.approval;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.Problem;
import java.util.Optional;

/**
 * Decides whether rules of approvals may be used: not where anybody could record approvals in the
 * name of others (between-waves Q2).
 */
@FunctionalInterface
public interface ApprovalGuard {
  /** Does not ask: for commands, which start no cluster and act with the rights of a person. */
  ApprovalGuard UNASKED = rollout -> Optional.empty();

  /**
   * Returns why the rules of a Rollout are refused; empty while its records are held to who made
   * them.
   */
  Optional<Problem> problem(GenericKubernetesResource rollout);
}
