package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Deletes Rollouts and the revisions of their policies. */
final class RolloutRemover {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final HubApi hub;
  private final Revisions revisions;
  private final ProcessTime time;

  RolloutRemover(KubernetesClient client, ProcessTime time) {
    this.hub = new HubApi(client);
    this.revisions = new Revisions(client);
    this.time = time;
  }

  /** Deletes the Rollout of a policy; one that has a finalizer stays until a worker removes it. */
  void delete(PolicyName policy) {
    ConflictRetry.write(
        "delete Rollout %s/%s".formatted(policy.namespace(), policy.rolloutName()),
        "delete",
        Kinds.resource(Kinds.ROLLOUT),
        () -> {
          read(policy).ifPresent(object -> hub.delete(Kinds.ROLLOUT, object));
          return Optional.of(true);
        });
  }

  void deleteRevisions(PolicyName policy) {
    revisions.deleteAll(policy);
  }

  /** Waits until these are gone; returns those that are not in time. */
  List<PolicyName> awaitGone(List<PolicyName> policies, Duration timeout)
      throws InterruptedException {
    long until = time.nanos() + timeout.toNanos();
    List<PolicyName> left = left(policies);
    while (!left.isEmpty() && time.nanos() < until) {
      time.pause(LOOK);
      left = left(left);
    }
    return left;
  }

  private List<PolicyName> left(List<PolicyName> policies) {
    return policies.stream().filter(policy -> read(policy).isPresent()).toList();
  }

  private Optional<GenericKubernetesResource> read(PolicyName policy) {
    return hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName());
  }
}
