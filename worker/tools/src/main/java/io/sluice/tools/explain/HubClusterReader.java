package io.sluice.tools.explain;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.WriteDater;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.status.FieldManagers;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.tools.option.ClusterFinder;
import io.sluice.tools.status.StatusView;
import java.time.Instant;
import java.util.Optional;

/** Reads from the hub what a cluster has, and what the Rollout's status says of it. */
final class HubClusterReader {
  private final HubApi hub;
  private final ClusterFinder clusters;
  private final OverriddenClusterReader overridden;

  HubClusterReader(KubernetesClient client) {
    this.hub = new HubApi(client);
    this.clusters = new ClusterFinder(client);
    this.overridden = new OverriddenClusterReader(client);
  }

  HubCluster read(StatusView view, String cluster) {
    Optional<String> held =
        view.subject().target() instanceof PolicyName policy
            ? held(view, policy, cluster)
            : Optional.empty();
    boolean missing =
        view.subject().target() instanceof PolicyName
            && held.isEmpty()
            && clusters.missing(cluster);
    return new HubCluster(
        held,
        missing,
        view.issues().stream().filter(issue -> issue.cluster().equals(cluster)).findFirst(),
        rollout(view));
  }

  private static String rollout(StatusView view) {
    String outcome = view.outcome().map(" as "::concat).orElse("");
    String phase = view.phase().map(found -> found + outcome).orElse("There is no rollout");
    return view.waitingFor().isEmpty() ? phase + "." : phase + ": " + view.waitingFor();
  }

  private Optional<String> held(StatusView view, PolicyName policy, String cluster) {
    return hub.get(Kinds.POLICY, cluster, policy.replicaName())
        .flatMap(found -> ReplicaParser.of(found).map(cached -> held(view, found, cached)));
  }

  private String held(StatusView view, GenericKubernetesResource found, CachedReplica cached) {
    Replica replica = cached.replica();
    String how = replica.informs() ? ", as inform" : "";
    String given =
        cached.gate().staged()
            ? gated(found, cached.gate()) + how
            : replica
                .dispatch()
                .map(dispatch -> given(dispatch) + how)
                .or(() -> overridden.held(view, found, replica))
                .orElse("Its replica names no dispatch: Sluice has not rolled it out" + how);
    return "%s. It reports %s."
        .formatted(given, replica.compliant().map(Compliance::label).orElse("nothing yet"));
  }

  /** Behind the gate OCM's propagator writes it, and keeps no annotation of ours (gate 4). */
  private static String gated(GenericKubernetesResource found, GateLabels gate) {
    Instant now = Instant.now();
    if (gate.open()) {
      String since =
          FieldManagers.of(found, now)
              .ofLabel(GateLabels.TICKET)
              .map(at -> ", since " + at)
              .orElse("");
      return "Its replica has the ticket of attempt %s%s: OCM's propagator has not used it yet"
          .formatted(gate.ticket(), since);
    }
    String written =
        WriteDater.specWritten(found.getMetadata(), now)
            .map(at -> "Its replica was written last at %s".formatted(at))
            .orElse("Its replica is written by OCM's propagator");
    return gate.held() ? written + "; the gate has put a change back since" : written;
  }

  private static String given(Dispatch dispatch) {
    return "Its replica has generation %d, dispatched by attempt %d at %s"
        .formatted(dispatch.generation(), dispatch.attempt(), dispatch.at());
  }
}
