package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.EtcdStore;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fills a real hub with clusters, placements and policies. */
final class BenchHub implements AutoCloseable {
  private static final String REGISTRY = "/registry/";

  /** What begins an object in protobuf; all others are JSON. */
  private static final String PROTOBUF = "k8s\0";

  private static final Pattern UUIDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern JSON_UID = Pattern.compile("(?<=\"uid\":\")[0-9a-f-]{36}");

  private final DevServers servers;
  private final KubernetesClient client;
  private final EtcdStore store;
  private int clusters;

  BenchHub(DevServers servers) {
    this.servers = servers;
    this.client = servers.client();
    this.store = EtcdStore.of(servers);
    apply(
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(BenchPolicy.NAMESPACE));
  }

  DevServers servers() {
    return servers;
  }

  KubernetesClient client() {
    return client;
  }

  AuditLog audit() {
    return new AuditLog(servers.auditLog());
  }

  /** Names a cluster, from 0; all names are of one length. */
  static String cluster(int index) {
    return "c%05d".formatted(index);
  }

  /** Has at least that many clusters. */
  void grow(int number) {
    if (number <= clusters) {
      return;
    }
    String first = cluster(0);
    if (clusters == 0) {
      client
          .resource(new NamespaceBuilder().withNewMetadata().withName(first).endMetadata().build())
          .create();
      applyWithStatus(ManagedClusters.yaml(first));
    }
    copies("namespaces/" + first, first, clusters, number);
    copies("cluster.open-cluster-management.io/managedclusters/" + first, first, clusters, number);
    clusters = number;
  }

  /** Copies what is stored for the first cluster to others. */
  private void copies(String key, String first, int from, int to) {
    byte[] original = store.get(REGISTRY + key);
    int begin = Math.max(from, 1);
    store.put(
        to - begin,
        index -> {
          String name = cluster(begin + index);
          byte[] sliced =
              replace(original, ManagedClusters.slice(first), ManagedClusters.slice(name));
          return new EtcdStore.Pair(
              (REGISTRY + key).replace(first, name), copy(sliced, first, name));
        });
  }

  /** Gives an object another name of the same length: so this holds for protobuf as well. */
  static byte[] copy(byte[] original, String from, String to) {
    String text = new String(replace(original, from, to), StandardCharsets.ISO_8859_1);
    return (text.startsWith(PROTOBUF) ? UUIDS : JSON_UID)
        .matcher(text)
        .replaceAll(found -> UUID.randomUUID().toString())
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] replace(byte[] original, String from, String to) {
    return new String(original, StandardCharsets.ISO_8859_1)
        .replace(from, to)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Copies the replicas that the first so many clusters have of one policy to other policies, whose
   * names have its length.
   */
  void copyReplicas(int number, String from, List<String> others) {
    List<EtcdStore.Pair> originals =
        IntStream.range(0, number)
            .mapToObj(index -> BareLoop.key(cluster(index), BenchPolicy.replica(from)))
            .map(key -> new EtcdStore.Pair(key, store.get(key)))
            .toList();
    for (String to : others) {
      store.put(
          number,
          index -> {
            EtcdStore.Pair original = originals.get(index);
            return new EtcdStore.Pair(
                original.key().replace(from, to), copy(original.value(), from, to));
          });
    }
  }

  EtcdStore store() {
    return store;
  }

  /** Places a policy of that name on the first so many clusters, in groups of equal size. */
  void place(String policy, int number, int groups) {
    StringBuilder status = new StringBuilder();
    for (int group = 0; group < groups; group++) {
      // A page of decisions holds at most 100.
      StringBuilder pages = new StringBuilder();
      for (int from = group * number / groups, page = 0;
          from < (group + 1) * number / groups;
          from += 100, page++) {
        String name = "%s-%d-%d".formatted(policy, group, page);
        int to = Math.min((group + 1) * number / groups, from + 100);
        decisions(policy, name, group, from, to);
        pages.append(pages.length() == 0 ? "" : ", ").append(name);
      }
      status.append(
          "  - {decisionGroupIndex: %d, decisionGroupName: 'g%d', decisions: [%s], clusterCount: %d}\n"
              .formatted(
                  group, group, pages, (group + 1) * number / groups - group * number / groups));
    }
    applyWithStatus(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: %s, namespace: bench}
        spec: {}
        status:
          numberOfSelectedClusters: %d
          decisionGroups:
        %s
        """
            .formatted(policy, number, status));
    bind(policy, policy);
  }

  /** Binds a policy to a placement that is there. */
  void bind(String policy, String placement) {
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %s, namespace: bench}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: %s}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %s}]
        """
            .formatted(policy, placement, policy));
  }

  private void decisions(String policy, String name, int group, int from, int to) {
    applyWithStatus(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: %s
          namespace: bench
          labels:
            cluster.open-cluster-management.io/placement: %s
            cluster.open-cluster-management.io/decision-group-index: "%d"
            cluster.open-cluster-management.io/decision-group-name: "g%d"
        status:
          decisions:
        %s
        """
            .formatted(
                name,
                policy,
                group,
                group,
                IntStream.range(from, to)
                    .mapToObj(i -> "  - {clusterName: %s, reason: ''}\n".formatted(cluster(i)))
                    .collect(Collectors.joining())));
  }

  /** Creates a policy, or changes its content. */
  void policy(String name, String content, Optional<Map<String, Object>> strategy) {
    serverSideApply(BenchPolicy.root(name, content, strategy));
  }

  static Map<String, Object> perGroup() {
    return Map.of(
        "type", "ProgressivePerGroup", "progressivePerGroup", Map.of("progressDeadline", "30m"));
  }

  Map<String, Object> status(String kind, String name) {
    GenericKubernetesResource found =
        client
            .genericKubernetesResources(kind.equals("Policy") ? Kinds.POLICY : Kinds.ROLLOUT)
            .inNamespace(BenchPolicy.NAMESPACE)
            .withName(name)
            .get();
    return found == null ? Map.of() : JsonTree.map(found.getAdditionalProperties().get("status"));
  }

  /** Applies one object. */
  void apply(String yaml) {
    serverSideApply(Serialization.unmarshal(yaml, GenericKubernetesResource.class));
  }

  private void applyWithStatus(String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    GenericKubernetesResource made =
        serverSideApply(Serialization.unmarshal(yaml, GenericKubernetesResource.class));
    object.getMetadata().setResourceVersion(made.getMetadata().getResourceVersion());
    client.resource(object).updateStatus();
  }

  private <T extends HasMetadata> T serverSideApply(T object) {
    return client.resource(object).fieldManager("bench").forceConflicts().serverSideApply();
  }

  @Override
  public void close() {
    client.close();
  }
}
