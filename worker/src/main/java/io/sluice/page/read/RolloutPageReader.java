package io.sluice.page.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePage;
import io.sluice.cli.status.StatusView;
import io.sluice.connection.ConnectionFailure;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.page.model.ClusterCell;
import io.sluice.page.model.GroupCells;
import io.sluice.page.model.RolloutName;
import io.sluice.page.model.RolloutPage;
import io.sluice.page.model.TimelineEntry;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads all that a page shows of one rollout.
 *
 * <p>The Rollout object must be readable; of the rest the page says what could not be read, and
 * why.
 */
public final class RolloutPageReader implements AutoCloseable {
  private static final int REQUESTS = 6;
  private static final int MOST_EVENTS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HubApi hub;
  private final HubReader reader;
  private final EventReader events;
  private final RequestPool pool = new RequestPool(REQUESTS);
  private final Clock clock;

  public RolloutPageReader(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.reader = HubReader.beside(client, pool);
    this.events = new EventReader(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns the page; empty if there is no such Rollout object. */
  public Optional<RolloutPage> read(RolloutName name) {
    return hub.get(Kinds.ROLLOUT, name.namespace(), name.name()).map(found -> page(name, found));
  }

  private RolloutPage page(RolloutName name, GenericKubernetesResource rollout) {
    Instant now = clock.instant();
    RolloutStatus status = RolloutStatusParser.of(rollout).status();
    List<String> unknown = new ArrayList<>();
    Optional<PolicyObjects> objects = name.policy().flatMap(policy -> objects(policy, unknown));
    return new RolloutPage(
        name,
        strategy(rollout, objects),
        status,
        groups(status, objects, now, unknown),
        timeline(name, unknown),
        unknown,
        now);
  }

  private Optional<PolicyObjects> objects(PolicyName policy, List<String> unknown) {
    try {
      return Optional.of(reader.read(policy, PATIENCE));
    } catch (HubException | KubernetesClientException e) {
      unknown.add("Clusters are not shown one by one: %s.".formatted(reason(e)));
      return Optional.empty();
    }
  }

  private static Optional<String> strategy(
      GenericKubernetesResource rollout, Optional<PolicyObjects> objects) {
    return objects
        .flatMap(PolicyObjects::root)
        .flatMap(root -> StatusView.strategy(root, Optional.of(rollout)))
        .or(
            () ->
                JsonTree.text(
                    JsonTree.map(HubObjects.part(rollout, "spec"), "rolloutStrategy"), "type"));
  }

  private List<GroupCells> groups(
      RolloutStatus status, Optional<PolicyObjects> objects, Instant now, List<String> unknown) {
    List<RolloutStatus.Group> groups = Objects.requireNonNullElse(status.decisionGroups, List.of());
    Map<GroupKey, List<String>> members = new HashMap<>();
    if (objects.filter(found -> found.root().isPresent()).isPresent()) {
      try {
        PolicyContext context = PolicyContext.of(objects.get(), now);
        for (DecisionGroup group : context.fleet(List.of()).groups()) {
          members.put(group.key(), group.clusters());
        }
      } catch (HubException | KubernetesClientException e) {
        unknown.add("Clusters are not shown one by one: %s.".formatted(reason(e)));
      }
    }
    ClusterCells cells =
        new ClusterCells(
            status,
            objects.map(RolloutPageReader::rows).orElse(Map.of()),
            objects.map(RolloutPageReader::dispatched).orElse(Map.of()));
    List<GroupCells> shown = new ArrayList<>();
    for (RolloutStatus.Group group : groups) {
      List<ClusterCell> own = cells.of(group, members.getOrDefault(group.key(), List.of()));
      shown.add(new GroupCells(group, own));
    }
    return shown;
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

  private static Map<String, OverrideEntry> dispatched(PolicyObjects objects) {
    String label = OverrideName.label(objects.policy());
    return OverridePage.byCluster(
        PageObjects.parse(
            objects.policy(),
            objects.decisions().stream()
                .filter(page -> label.equals(HubObjects.labels(page).get(OverrideName.LABEL)))
                .toList()));
  }

  private List<TimelineEntry> timeline(RolloutName name, List<String> unknown) {
    try {
      return events.read(name, MOST_EVENTS);
    } catch (KubernetesClientException e) {
      unknown.add("Events are not shown: %s.".formatted(reason(e)));
      return List.of();
    }
  }

  private static String reason(RuntimeException failure) {
    Throwable cause = failure instanceof HubException ? failure.getCause() : failure;
    return cause instanceof KubernetesClientException hub
        ? ConnectionFailure.ofHub(hub).reason()
        : String.valueOf(failure.getMessage()).replaceAll("\\.$", "");
  }

  @Override
  public void close() {
    pool.close();
  }
}
