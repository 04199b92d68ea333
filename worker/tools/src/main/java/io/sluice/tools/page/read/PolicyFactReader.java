package io.sluice.tools.page.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePage;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.StrategyReader;
import io.sluice.tools.status.StatusView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what the hub has of the rollout of a policy. */
final class PolicyFactReader {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HubReader reader;

  PolicyFactReader(KubernetesClient client, RequestPool pool) {
    this.reader = HubReader.viewing(client, pool, HubMode.BESIDE);
  }

  /**
   * Reads it.
   *
   * @param unknown gets a sentence on what could not be read
   */
  RolloutFacts read(
      PolicyName policy, GenericKubernetesResource rollout, Instant now, List<String> unknown) {
    PolicyObjects objects;
    try {
      objects = reader.read(policy, PATIENCE);
    } catch (HubException | KubernetesClientException e) {
      unknown.add(HubFailures.cells(e));
      return RolloutFacts.NONE;
    }
    Optional<Fleet> fleet = fleet(objects, now, unknown);
    Map<GroupKey, List<String>> members = new HashMap<>();
    fleet.ifPresent(
        known -> known.groups().forEach(group -> members.put(group.key(), group.clusters())));
    return new RolloutFacts(
        objects.root().flatMap(root -> StatusView.strategy(root, Optional.of(rollout))),
        members,
        rows(objects),
        starts(objects),
        deadline(objects.root(), rollout),
        ScheduleFact.read(
            RolloutStatusParser.of(rollout).status(),
            objects.calendars().read(),
            () -> fleet.flatMap(known -> known.context().schedule(known.groups()).at(now)),
            unknown));
  }

  /** Holds what is rolled out, and to whom. */
  private record Fleet(PolicyContext context, List<DecisionGroup> groups) {}

  private static Optional<Fleet> fleet(PolicyObjects objects, Instant now, List<String> unknown) {
    if (objects.root().isEmpty()) {
      return Optional.empty();
    }
    try {
      PolicyContext context = PolicyContext.of(objects, now);
      return Optional.of(new Fleet(context, context.fleet(List.of()).groups()));
    } catch (HubException | KubernetesClientException e) {
      unknown.add(HubFailures.cells(e));
      return Optional.empty();
    }
  }

  private static Map<String, ClusterCells.Row> rows(PolicyObjects objects) {
    Map<String, ClusterCells.Row> rows = new HashMap<>();
    objects
        .root()
        .map(root -> JsonTree.maps(HubObjects.part(root, "status"), "status"))
        .orElse(List.of())
        .forEach(
            row ->
                JsonTree.text(row, "clustername")
                    .ifPresent(
                        cluster ->
                            rows.put(
                                cluster,
                                new ClusterCells.Row(
                                    JsonTree.text(row, "rolloutStatus"),
                                    JsonTree.text(row, "compliant")))));
    return rows;
  }

  private static Map<String, ClusterStart> starts(PolicyObjects objects) {
    String label = OverrideName.label(objects.policy());
    Map<String, ClusterStart> starts = new HashMap<>();
    OverridePage.byCluster(
            PageObjects.parse(
                objects.policy(),
                objects.decisions().stream()
                    .filter(page -> label.equals(HubObjects.labels(page).get(OverrideName.LABEL)))
                    .toList()))
        .forEach(
            (cluster, entry) ->
                starts.put(cluster, new ClusterStart(entry.rolloutUid(), entry.at())));
    return starts;
  }

  /** The attempt goes by the strategy whose hash its status names, and by no later edit. */
  private static Optional<Duration> deadline(
      Optional<GenericKubernetesResource> root, GenericKubernetesResource rollout) {
    RolloutStatus status = RolloutStatusParser.of(rollout).status();
    String hash = Objects.requireNonNullElse(status.strategyHash, "");
    return Stream.concat(root.stream(), Stream.of(rollout))
        .flatMap(object -> EffectiveStrategy.written(HubObjects.part(object, "spec")).stream())
        .filter(tree -> EffectiveStrategy.sameStrategy(hash, Hashes.ofTree(tree)))
        .findFirst()
        .flatMap(
            tree ->
                StrategyReader.lenient(tree)
                    .match(
                        accepted -> accepted.strategy().progressDeadline(),
                        refused -> Optional.empty()));
  }
}
