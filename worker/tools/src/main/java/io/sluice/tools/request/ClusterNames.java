package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ClusterFinder;
import io.sluice.tools.option.CommandWriter;
import java.util.List;

/** Checks that the hub has the clusters that a person names, where the person may read them. */
final class ClusterNames {
  private final ClusterFinder finder;
  private final CommandWriter commands;

  ClusterNames(KubernetesClient client, CommandWriter commands) {
    this.finder = new ClusterFinder(requireNonNull(client, "client is null"));
    this.commands = requireNonNull(commands, "commands is null");
  }

  void check(List<String> clusters) {
    for (String cluster : clusters) {
      if (finder.missing(cluster)) {
        throw new CliFailure(
            "Cannot skip cluster %s: the hub has no ManagedCluster of that name. %sCheck it with: %s"
                .formatted(
                    cluster, finder.nearest(cluster), commands.kubectl("get", "managedclusters")));
      }
    }
  }
}
