package io.sluice.tools.explain;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePage;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.Outcome;
import io.sluice.tools.option.ModeOption;
import io.sluice.tools.status.StatusView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what a replica is that OCM's propagator writes, which keeps no annotation of ours: the pages
 * of the override name the clusters that the rollout enforces (policy-propagation 14.2).
 */
final class OverriddenClusterReader {
  private final KubernetesClient client;
  private final HubApi hub;

  OverriddenClusterReader(KubernetesClient client) {
    this.client = client;
    this.hub = new HubApi(client);
  }

  /** Returns it without a full stop; empty where Sluice writes the replicas. */
  Optional<String> held(StatusView view, GenericKubernetesResource found, Replica replica) {
    return entry(replica)
        .map(entry -> listed(entry, replica))
        .or(() -> beside() ? Optional.of(unlisted(view, found, replica)) : Optional.empty());
  }

  private Optional<OverrideEntry> entry(Replica replica) {
    PolicyName policy = replica.policy();
    List<GenericKubernetesResource> pages =
        hub
            .list(
                Kinds.PLACEMENT_DECISION,
                policy.namespace(),
                Map.of(OverrideName.LABEL, OverrideName.label(policy)))
            .stream()
            .filter(page -> OverrideName.pageNumber(policy, page.getMetadata().getName()) > 0)
            .toList();
    return Optional.ofNullable(
        OverridePage.byCluster(PageObjects.parse(policy, pages)).get(replica.cluster()));
  }

  private static String listed(OverrideEntry entry, Replica replica) {
    return "Attempt %d has enforced generation %d on it since %s%s"
        .formatted(
            entry.attempt(),
            entry.generation(),
            entry.at(),
            replica.informs() ? ", but OCM's propagator has not made its replica enforce yet" : "");
  }

  private boolean beside() {
    return ModeOption.of(client, PropagatorNamespaces.DEFAULT).beside();
  }

  private static String unlisted(
      StatusView view, GenericKubernetesResource found, Replica replica) {
    if (!replica.informs()) {
      return "OCM's propagator writes its replica, which enforces by the policy or by another binding";
    }
    RolloutStatus status = view.status();
    return released(view, found, replica)
        ? "Attempt %d enforced generation %d on it, and has released it: its replica informs again"
            .formatted(status.attempt, status.currentRolloutGeneration)
        : "OCM's propagator writes its replica, as inform: the rollout does not enforce it";
  }

  /** A success includes every cluster that took part and is no exception. */
  private static boolean released(
      StatusView view, GenericKubernetesResource found, Replica replica) {
    RolloutStatus status = view.status();
    boolean over =
        Outcome.SUCCEEDED.label().equals(status.outcome)
            && status.attempt != null
            && status.currentRolloutGeneration != null;
    return over
        && Optional.ofNullable(status.endedAt)
            .flatMap(JsonTree::instant)
            .filter(end -> ReplicaTimes.of(found).createdAt().isBefore(end))
            .isPresent()
        && view.issues().stream().noneMatch(issue -> issue.cluster().equals(replica.cluster()));
  }
}
