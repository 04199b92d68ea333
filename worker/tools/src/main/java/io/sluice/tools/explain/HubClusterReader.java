package io.sluice.tools.explain;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.RolloutTarget;
import io.sluice.tools.status.StatusView;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads from the hub what a cluster has, and what the Rollout's status says of it. */
final class HubClusterReader {
  private final HubApi hub;

  HubClusterReader(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  HubCluster read(StatusView view, String cluster) {
    return new HubCluster(
        held(view.subject().target(), cluster),
        Objects.requireNonNullElse(view.status().exceptions, List.<RolloutStatus.Issue>of())
            .stream()
            .filter(issue -> issue.cluster().equals(cluster))
            .findFirst(),
        rollout(view));
  }

  private static String rollout(StatusView view) {
    String outcome = view.outcome().map(" as "::concat).orElse("");
    String phase = view.phase().map(found -> found + outcome).orElse("There is no rollout");
    return view.waitingFor().isEmpty() ? phase + "." : phase + ": " + view.waitingFor();
  }

  private Optional<String> held(RolloutTarget target, String cluster) {
    if (!(target instanceof PolicyName policy)) {
      return Optional.empty();
    }
    return hub.get(Kinds.POLICY, cluster, policy.replicaName())
        .flatMap(HubClusterReader::replica)
        .map(HubClusterReader::held);
  }

  private static Optional<Replica> replica(GenericKubernetesResource found) {
    return ReplicaParser.of(found).map(cached -> cached.replica());
  }

  private static String held(Replica replica) {
    String given =
        replica
            .dispatch()
            .map(HubClusterReader::given)
            .orElse("Its replica names no dispatch: no rollout wrote it");
    String how = replica.informs() ? ", as inform" : "";
    return "%s%s. It reports %s."
        .formatted(given, how, replica.compliant().map(Compliance::label).orElse("nothing yet"));
  }

  private static String given(Dispatch dispatch) {
    return "Its replica has generation %d, dispatched by attempt %d at %s"
        .formatted(dispatch.generation(), dispatch.attempt(), dispatch.at());
  }
}
