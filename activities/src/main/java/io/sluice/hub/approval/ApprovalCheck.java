package io.sluice.hub.approval;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.Refusal.Reason;
import java.time.Clock;
import java.util.Optional;

/**
 * Finds out whether the admission policy {@code sluice-approvals} is in force for a Rollout, by an
 * update that it must refuse: an approval in the name of another. It is a dry run: nothing is
 * changed, also where nothing refuses it (between-waves Q2).
 */
final class ApprovalCheck implements ApprovalGuard {
  /** What {@code deploy/admission/approvals/approvals.yaml} says to whoever tries that. */
  private static final String REFUSED =
      "Cannot record an approval of the clusters without a group by " + ApprovalProbe.BY;

  private static final String PATH = "Rollout spec.approvalRules";
  private static final String INSTALL =
      "Install that of this version: kubectl apply -k deploy/admission/approvals, or admission.verifyApprovals=true of the chart";
  private static final int TRIES = 3;
  private static final int FORBIDDEN = 403;

  private final HubApi hub;
  private final Clock clock;

  /**
   * Creates a check.
   *
   * @param client asks as the worker, which may read and update Rollouts
   */
  ApprovalCheck(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Sends the request; a hub that fails is an answer, too. */
  @Override
  public Optional<Problem> problem(GenericKubernetesResource rollout) {
    String namespace = rollout.getMetadata().getNamespace();
    String name = rollout.getMetadata().getName();
    for (int i = 1; i <= TRIES; i++) {
      try {
        Optional<GenericKubernetesResource> present = hub.get(Kinds.ROLLOUT, namespace, name);
        if (present.isEmpty()) {
          return unknown("the Rollout is gone");
        }
        hub.tryUpdate(Kinds.ROLLOUT, ApprovalProbe.of(present.get(), clock.instant()));
        return Optional.of(
            problem(
                "cannot be kept: the hub accepts an approval in the name of another, so that the admission policy sluice-approvals is not in force in namespace "
                    + namespace,
                INSTALL + ". If it is installed, look whether its binding is there"));
      } catch (KubernetesClientException e) {
        if (e.getCode() != HubApi.CONFLICT) {
          return answered(e);
        }
      } catch (HubException e) {
        return unknown(e.getMessage());
      }
    }
    return unknown("the Rollout changes too often");
  }

  private static Optional<Problem> answered(KubernetesClientException answer) {
    String reason = HubException.reason(answer);
    if (answer.getCode() == FORBIDDEN && reason.contains(REFUSED)) {
      return Optional.empty();
    }
    return unknown("the hub answered %d (%s)".formatted(answer.getCode(), reason));
  }

  private static Optional<Problem> unknown(String why) {
    return Optional.of(
        problem(
            "may not be kept: whether the admission policy sluice-approvals is in force is not known, as "
                + why.replaceFirst("\\.$", ""),
            INSTALL + ", and find what else refuses dry runs of Rollouts"));
  }

  private static Problem problem(String wrong, String remedy) {
    return new Problem(Reason.APPROVAL_RULES_NOT_ENFORCED.label(), PATH, wrong, remedy);
  }
}
