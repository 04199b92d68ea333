package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandWriter;
import java.util.List;

/** Checks that the hub has the clusters that a person names, where the person may read them. */
final class ClusterNames {
  private static final int FORBIDDEN = 403;

  private final HubApi hub;
  private final CommandWriter commands;

  ClusterNames(KubernetesClient client, CommandWriter commands) {
    this.hub = new HubApi(requireNonNull(client, "client is null"));
    this.commands = requireNonNull(commands, "commands is null");
  }

  void check(List<String> clusters) {
    for (String cluster : clusters) {
      if (!exists(cluster)) {
        throw new CliFailure(
            "Cannot skip cluster %s: the hub has no ManagedCluster of that name. Check it with: %s"
                .formatted(cluster, commands.kubectl("get", "managedclusters")));
      }
    }
  }

  private boolean exists(String cluster) {
    try {
      return hub.get(Kinds.MANAGED_CLUSTER, "", cluster).isPresent();
    } catch (HubException e) {
      if (e.code() == FORBIDDEN) {
        // Not everyone who may write a Rollout may read clusters; a wrong name does nothing.
        return true;
      }
      throw e;
    }
  }
}
