package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.template.PropagationHub;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkRenderer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.core.ThrowingRunnable;

/** Applies a template and its policy as users do, and reads what has become of them. */
class TemplateFixture {
  private static final String STRATEGY =
      """
      type: ProgressivePerGroup
      progressivePerGroup: {minSuccessTime: %s, progressDeadline: %s}
      groupStrategy: {decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {tier: canary}}}}]}
      """;

  final KubernetesClient client;
  final PropagationHub hub;
  final ResourceId template;
  final ResourceId owner;
  private final ResourceId rollout;
  private final ResourceId clusterRole;

  /** Of what belongs to no namespace, in that of Sluice. */
  private final ResourceId clusterRollout;

  /** Creates one whose hub closes the client. */
  TemplateFixture(KubernetesClient client, String namespace) {
    this.client = client;
    hub = new PropagationHub(client);
    template = new ResourceId("apps/v1", "Deployment", namespace, "web");
    owner = new ResourceId("policy.karmada.io/v1alpha1", "PropagationPolicy", namespace, "web");
    rollout =
        new ResourceId(
            "cluster.open-cluster-management.io/v1beta1",
            "Rollout",
            namespace,
            "binding-web-deployment");
    clusterRole = new ResourceId("rbac.authorization.k8s.io/v1", "ClusterRole", "", namespace);
    clusterRollout =
        new ResourceId(
            rollout.apiVersion(),
            rollout.kind(),
            "sluice-system",
            "clusterbinding-%s-clusterrole".formatted(namespace));
  }

  static String strategy(String soak, String deadline) {
    return STRATEGY.formatted(soak, deadline);
  }

  /** Applies the policy for these clusters; without a strategy all get the template at once. */
  void policy(Optional<String> strategy, boolean lazy, String... clusters) {
    apply(strategy, spec(lazy, clusters));
  }

  /** Applies the policy for all clusters of these tiers. */
  void policyForTiers(String strategy, String... tiers) {
    apply(
        Optional.of(strategy),
        spec(
            false,
            Map.of(
                "labelSelector",
                Map.of(
                    "matchExpressions",
                    List.of(Map.of("key", "tier", "operator", "In", "values", List.of(tiers)))))));
  }

  private static Map<String, Object> spec(boolean lazy, String... clusters) {
    return spec(lazy, Map.of("clusterNames", List.of(clusters)));
  }

  private static Map<String, Object> spec(boolean lazy, Map<String, Object> affinity) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "resourceSelectors",
        List.of(Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", "web")));
    spec.put("placement", Map.of("clusterAffinity", affinity));
    if (lazy) {
      spec.put("activationPreference", "Lazy");
    }
    return spec;
  }

  private void apply(Optional<String> strategy, Map<String, Object> spec) {
    Map<String, Object> metadata =
        new LinkedHashMap<>(Map.of("name", owner.name(), "namespace", owner.namespace()));
    strategy.ifPresent(
        text -> metadata.put("annotations", Map.of("sluice.io/rollout-strategy", text)));
    hub.apply(
        Map.of(
            "apiVersion",
            owner.apiVersion(),
            "kind",
            owner.kind(),
            "metadata",
            metadata,
            "spec",
            spec));
  }

  /** Applies a template that belongs to no namespace, and its policy for these clusters. */
  void clusterRole(String strategy, String... clusters) {
    hub.apply(
        Map.of(
            "apiVersion",
            owner.apiVersion(),
            "kind",
            "ClusterPropagationPolicy",
            "metadata",
            Map.of(
                "name",
                clusterRole.name(),
                "annotations",
                Map.of("sluice.io/rollout-strategy", strategy)),
            "spec",
            Map.of(
                "resourceSelectors",
                List.of(
                    Map.of(
                        "apiVersion", clusterRole.apiVersion(),
                        "kind", clusterRole.kind(),
                        "name", clusterRole.name())),
                "placement",
                Map.of("clusterAffinity", Map.of("clusterNames", List.of(clusters))))));
    hub.apply(
        Map.of(
            "apiVersion",
            clusterRole.apiVersion(),
            "kind",
            clusterRole.kind(),
            "metadata",
            Map.of("name", clusterRole.name()),
            "rules",
            List.of()));
  }

  /** Waits until these clusters, and no others, have that template by a rollout that succeeded. */
  void hasClusterRole(String... clusters) {
    soon(
        () -> {
          assertThat(hub.manifests(clusterRole).keySet()).containsExactlyInAnyOrder(clusters);
          assertThat(hub.get(clusterRollout))
              .map(found -> HubObjects.part(found, "status").get("outcome"))
              .contains("Succeeded");
        });
  }

  /** Applies the lazy policy for these clusters, with what the template mounts. */
  void mounting(Optional<String> strategy, String... clusters) {
    Map<String, Object> spec = spec(true, clusters);
    spec.put("propagateDeps", true);
    apply(strategy, spec);
  }

  void config(String name) {
    hub.apply(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "ConfigMap",
            "metadata",
            Map.of("name", name, "namespace", template.namespace())));
  }

  /** Applies the template so that it mounts a ConfigMap. */
  void webMounting(String text, String config) {
    web(text, List.of(Map.of("name", "config", "configMap", Map.of("name", config))));
  }

  /** Returns the clusters that have a ConfigMap. */
  Set<String> having(String config) {
    return hub.manifests(new ResourceId("v1", "ConfigMap", template.namespace(), config)).keySet();
  }

  /** Applies the template, with that text in it. */
  void web(String text) {
    web(text, List.of());
  }

  private void web(String text, List<Map<String, Object>> volumes) {
    Map<String, Object> labels = Map.of("app", template.name());
    Map<String, Object> pod = new LinkedHashMap<>();
    pod.put("containers", List.of(Map.of("name", "web", "image", "nginx")));
    if (!volumes.isEmpty()) {
      pod.put("volumes", volumes);
    }
    hub.apply(
        Map.of(
            "apiVersion",
            template.apiVersion(),
            "kind",
            template.kind(),
            "metadata",
            Map.of(
                "name",
                template.name(),
                "namespace",
                template.namespace(),
                "labels",
                Map.of("text", text)),
            "spec",
            Map.of(
                "replicas",
                1,
                "selector",
                Map.of("matchLabels", labels),
                "template",
                Map.of("metadata", Map.of("labels", labels), "spec", pod))));
  }

  /** Returns the text that each cluster has. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    hub.manifests(template)
        .forEach(
            (cluster, manifest) ->
                texts.put(
                    cluster,
                    JsonTree.text(
                            JsonTree.map(JsonTree.map(manifest, "metadata"), "labels"), "text")
                        .orElse("")));
    return texts;
  }

  Map<String, Object> rollout() {
    return hub.get(rollout).map(found -> HubObjects.part(found, "status")).orElse(Map.of());
  }

  Map<String, Object> condition(String type) {
    return JsonTree.maps(rollout(), "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  void patchRollout(Map<String, Object> spec) {
    hub.patch(rollout, Map.of("spec", spec), "");
  }

  boolean hasRollout() {
    return hub.get(rollout).isPresent();
  }

  void deleteRollout() {
    hub.delete(rollout);
  }

  /** Returns how many clusters have succeeded on weak evidence. */
  long weak() {
    return JsonTree.number(JsonTree.map(rollout(), "evidence"), "weak");
  }

  /** Returns how long the last attempt took. */
  long seconds() {
    return Duration.between(
            Instant.parse(rollout().get("startedAt").toString()),
            Instant.parse(rollout().get("endedAt").toString()))
        .toSeconds();
  }

  Map<String, Object> counts() {
    return JsonTree.map(rollout(), "counts");
  }

  /** Returns the reasons of the exceptions, by cluster. */
  Map<String, String> exceptions() {
    return JsonTree.maps(rollout(), "exceptions").stream()
        .collect(
            Collectors.toMap(
                issue -> issue.get("cluster").toString(), issue -> issue.get("reason").toString()));
  }

  String phase() {
    return JsonTree.text(rollout(), "phase").orElse("");
  }

  /** Waits until the attempt with that number has ended so. */
  void ended(long attempt, String outcome) {
    soon(
        () -> {
          assertThat(rollout()).containsEntry("outcome", outcome);
          assertThat(JsonTree.number(rollout(), "attempt")).isEqualTo(attempt);
          assertThat(rollout()).containsEntry("runOpen", false);
        });
  }

  /** Returns whether the attempt with that number has ended. */
  boolean hasEnded(long attempt) {
    Map<String, Object> status = rollout();
    return JsonTree.number(status, "attempt") == attempt
        && status.containsKey("outcome")
        && Boolean.FALSE.equals(status.get("runOpen"));
  }

  /** Returns what waits for a change of the template. */
  List<String> pending() {
    return JsonTree.texts(JsonTree.map(record(), "pending"), "changes");
  }

  private Map<String, Object> record() {
    return hub.binding(template)
        .map(binding -> HubObjects.annotations(binding).get(KarmadaKeys.ACTIVATION))
        .map(text -> client.getKubernetesSerialization().unmarshal(text, Map.class))
        .map(JsonTree::map)
        .orElse(Map.of());
  }

  /** Returns what the hub has at the end of a rollout, without what is counted and times. */
  Map<String, Object> state() {
    Map<String, Object> state = new TreeMap<>();
    state.put("texts", texts());
    Map<String, Object> active = new TreeMap<>(JsonTree.map(record(), "active"));
    active.keySet().retainAll(Set.of("revision", "content", "from", "cause"));
    state.put("active", active);
    state.put("pending", pending());
    hub.binding(template)
        .ifPresent(
            binding -> {
              state.put("clusters", HubObjects.part(binding, "spec").get("clusters"));
              state.put(
                  "conditions",
                  JsonTree.maps(HubObjects.part(binding, "status"), "conditions").stream()
                      .map(each -> "%s=%s".formatted(each.get("type"), each.get("status")))
                      .sorted()
                      .toList());
            });
    Map<String, Object> status = new TreeMap<>(rollout());
    status.keySet().retainAll(Set.of("phase", "outcome", "rolloutStatus", "counts", "exceptions"));
    state.put("rollout", status);
    return state;
  }

  GenericKubernetesResource work(String cluster) {
    return hub.works().stream()
        .filter(
            work ->
                work.getMetadata().getNamespace().equals(KarmadaKeys.EXECUTION_NAMESPACE + cluster))
        .filter(
            work ->
                ResourceId.of(WorkRenderer.manifest(HubObjects.part(work, "spec")))
                    .equals(template))
        .findFirst()
        .orElseThrow();
  }

  /** Returns by which attempt a cluster was given its Work. */
  String dispatch(String cluster) {
    return HubObjects.annotations(work(cluster)).get(Dispatch.ANNOTATION);
  }

  void deleteWork(String cluster) {
    client.genericKubernetesResources(KarmadaKinds.WORK).resource(work(cluster)).delete();
  }

  /** Edits the Work of a cluster so that it holds that text. */
  void edit(String cluster, String text) {
    GenericKubernetesResource work = work(cluster);
    Map<String, Object> spec = HubObjects.part(work, "spec");
    Map<String, Object> manifest = new LinkedHashMap<>(WorkRenderer.manifest(spec));
    Map<String, Object> metadata = JsonTree.map(manifest, "metadata");
    Map<String, Object> labels = JsonTree.map(metadata, "labels");
    labels.put("text", text);
    metadata.put("labels", labels);
    manifest.put("metadata", metadata);
    spec.put("workload", Map.of("manifests", List.of(manifest)));
    work.setAdditionalProperty("spec", spec);
    client.genericKubernetesResources(KarmadaKinds.WORK).resource(work).update();
  }

  static void soon(ThrowingRunnable expectation) {
    await().pollInterval(Duration.ofMillis(50)).untilAsserted(expectation);
  }

  /** Fails as soon as the clusters have anything else while this is done. */
  void unmoved(ThrowingCallable meanwhile) throws Throwable {
    Map<String, String> before = texts();
    meanwhile.call();
    Instant end = Instant.now().plusMillis(750);
    await()
        .pollInterval(Duration.ofMillis(50))
        .failFast(() -> assertThat(texts()).isEqualTo(before))
        .until(() -> Instant.now().isAfter(end));
  }
}
