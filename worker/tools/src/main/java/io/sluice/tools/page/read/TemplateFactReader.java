package io.sluice.tools.page.read;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.template.BindingClusters;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.template.work.WorkState;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.status.TemplateStatusReader;
import io.sluice.tools.template.TemplateObjects;
import io.sluice.tools.template.TemplateReader;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the hub has of the rollout of a template: its binding, and its Works. */
final class TemplateFactReader {
  private final TemplateReader reader;

  TemplateFactReader(KubernetesClient client) {
    // A binding is named with its namespace here; Sluice's own is not looked for.
    this.reader = new TemplateReader(client, "");
  }

  /**
   * Reads it.
   *
   * @param unknown gets a sentence on what could not be read
   */
  RolloutFacts read(BindingName name, RolloutStatus status, Instant now, List<String> unknown) {
    TemplateObjects objects;
    try {
      objects = reader.read(name, "Clusters are not shown one by one");
    } catch (CliFailure e) {
      unknown.add(e.getMessage());
      return RolloutFacts.NONE;
    } catch (HubException | KubernetesClientException e) {
      unknown.add(HubFailures.cells(e));
      return RolloutFacts.NONE;
    }
    BindingClusters clusters = objects.context().clusters();
    Map<GroupKey, List<String>> members = new HashMap<>();
    for (DecisionGroup group : clusters.fleet().groups()) {
      members.put(group.key(), group.clusters());
    }
    Map<String, ClusterStart> starts = starts(clusters);
    Map<String, ClusterCells.Row> rows = new HashMap<>();
    clusters
        .works()
        .forEach(
            (cluster, work) -> {
              ClusterStart start = starts.get(cluster);
              boolean own = start != null && start.rolloutUid().equals(status.rolloutUID);
              rows.put(cluster, own ? started(clusters, work, now) : row(ClusterStatus.TO_APPLY));
            });
    return new RolloutFacts(
        TemplateStatusReader.strategy(objects),
        members,
        rows,
        starts,
        objects
            .context()
            .settings()
            .filter(
                settings ->
                    objects
                        .context()
                        .root()
                        .filter(root -> root.strategyHash().equals(status.strategyHash))
                        .isPresent())
            .flatMap(settings -> settings.strategy())
            .flatMap(strategy -> strategy.progressDeadline()),
        ScheduleFact.read(
            status,
            objects.context().calendarsRead(),
            () -> objects.context().schedule(),
            unknown));
  }

  private static Map<String, ClusterStart> starts(BindingClusters clusters) {
    Map<String, ClusterStart> starts = new HashMap<>();
    clusters
        .works()
        .forEach(
            (cluster, work) ->
                work.dispatch()
                    .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
                    .ifPresent(
                        dispatch ->
                            starts.put(
                                cluster, new ClusterStart(dispatch.rolloutUid(), dispatch.at()))));
    return starts;
  }

  private static ClusterCells.Row started(BindingClusters clusters, WorkState work, Instant now) {
    Verdict verdict = clusters.report(work.cluster(), Optional.of(work), now).verdict();
    return row(verdict == Verdict.POSITIVE ? ClusterStatus.SUCCEEDED : ClusterStatus.PROGRESSING);
  }

  private static ClusterCells.Row row(ClusterStatus status) {
    return new ClusterCells.Row(Optional.of(status.label()), Optional.empty());
  }
}
