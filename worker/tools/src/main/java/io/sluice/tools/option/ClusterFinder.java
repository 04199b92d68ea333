package io.sluice.tools.option;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import java.util.List;

/** Finds the cluster that a command names, where the person may read clusters. */
public final class ClusterFinder {
  private static final int FORBIDDEN = 403;

  private final HubApi hub;

  public ClusterFinder(KubernetesClient client) {
    this.hub = new HubApi(requireNonNull(client, "client is null"));
  }

  /** Returns whether the hub has no such ManagedCluster; false where that may not be read. */
  public boolean missing(String cluster) {
    try {
      return hub.get(Kinds.MANAGED_CLUSTER, "", cluster).isEmpty();
    } catch (HubException e) {
      if (e.code() == FORBIDDEN) {
        // Not everyone who may read a policy, or write a Rollout, may read clusters.
        return false;
      }
      throw e;
    }
  }

  /**
   * Checks that the hub has the clusters that a person names, where the person may read them.
   *
   * @param act what is done with one: {@code skip}
   * @throws CliFailure if one is missing
   */
  public void require(List<String> clusters, String act, CommandWriter commands) {
    for (String cluster : clusters) {
      if (missing(cluster)) {
        throw new CliFailure(
            "Cannot %s cluster %s: the hub has no ManagedCluster of that name. %sCheck it with: %s"
                .formatted(
                    act, cluster, nearest(cluster), commands.kubectl("get", "managedclusters")));
      }
    }
  }

  /** Returns a question with the name that was probably meant, and a blank; empty without one. */
  public String nearest(String cluster) {
    try {
      List<String> names =
          hub.listAll(Kinds.MANAGED_CLUSTER).stream()
              .map(found -> found.getMetadata().getName())
              .toList();
      return NameSuggestions.nearest(cluster, names);
    } catch (HubException e) {
      return "";
    }
  }
}
