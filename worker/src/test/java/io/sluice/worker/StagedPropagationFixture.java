package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.detector.PropagationHub;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.karmada.KarmadaKinds;
import io.sluice.karmada.KarmadaKeys;
import io.sluice.karmada.ResourceId;
import io.sluice.karmada.work.WorkRenderer;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.core.ThrowingRunnable;

/**
 * Sets up a hub with templates, members and a Sluice process that can be stopped and started again.
 */
final class StagedPropagationFixture implements AutoCloseable {
  static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "default", "web");
  static final ResourceId POLICY =
      new ResourceId("policy.karmada.io/v1alpha1", "PropagationPolicy", "default", "web");
  private static final ResourceId ROLLOUT =
      new ResourceId(
          "cluster.open-cluster-management.io/v1beta1",
          "Rollout",
          "default",
          "binding-web-deployment");
  private static final String STRATEGY =
      """
      type: ProgressivePerGroup
      progressivePerGroup: {minSuccessTime: %s, progressDeadline: %s}
      groupStrategy: {decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {tier: canary}}}}]}
      """;

  final InMemoryTestServers servers = new InMemoryTestServers();
  final KubernetesClient client = servers.client();
  final PropagationHub hub = new PropagationHub(client);
  final MemberExecutor members;
  private final Settings settings;
  private Optional<Sluice> sluice = Optional.empty();
  private Optional<HubConnections> process = Optional.empty();

  /** Creates member1 to member4, of which member2 is a canary. */
  StagedPropagationFixture() {
    settings =
        servers.adapt(
            Settings.DEFAULTS.with(
                all ->
                    all.soakFloor(Duration.ofMillis(300))
                        .weakSoakFloor(Duration.ofSeconds(3))
                        .templates(Optional.of(TemplateSettings.DEFAULTS))));
    hub.apply(
        Map.of(
            "apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", "sluice-system")));
    for (int i = 1; i <= 4; i++) {
      cluster("member" + i, i == 2 ? "canary" : "prod");
    }
    members = new MemberExecutor(servers.client());
    start();
  }

  void cluster(String name, String tier) {
    hub.apply(
        Map.of(
            "apiVersion",
            "cluster.open-cluster-management.io/v1",
            "kind",
            "ManagedCluster",
            "metadata",
            Map.of("name", name, "labels", Map.of("tier", tier, "name", name))));
  }

  void start() {
    HubConnections own = HubConnections.of(servers.workerClient().getConfiguration());
    process = Optional.of(own);
    sluice = Optional.of(Sluice.start(own, servers.temporal(), settings));
  }

  void stop() {
    sluice.ifPresent(Sluice::close);
    sluice = Optional.empty();
    process.ifPresent(HubConnections::close);
    process = Optional.empty();
  }

  void restart() {
    stop();
    start();
  }

  static String strategy(String soak, String deadline) {
    return STRATEGY.formatted(soak, deadline);
  }

  /** Applies the policy for these clusters; without a strategy all get the template at once. */
  void policy(Optional<String> strategy, boolean lazy, String... clusters) {
    apply(strategy, spec(lazy, clusters));
  }

  private static Map<String, Object> spec(boolean lazy, String... clusters) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "resourceSelectors",
        List.of(Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", "web")));
    spec.put("placement", Map.of("clusterAffinity", Map.of("clusterNames", List.of(clusters))));
    if (lazy) {
      spec.put("activationPreference", "Lazy");
    }
    return spec;
  }

  private void apply(Optional<String> strategy, Map<String, Object> spec) {
    Map<String, Object> metadata =
        new LinkedHashMap<>(Map.of("name", "web", "namespace", "default"));
    strategy.ifPresent(
        text -> metadata.put("annotations", Map.of("sluice.io/rollout-strategy", text)));
    hub.apply(
        Map.of(
            "apiVersion",
            POLICY.apiVersion(),
            "kind",
            POLICY.kind(),
            "metadata",
            metadata,
            "spec",
            spec));
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
            Map.of("name", name, "namespace", "default")));
  }

  /** Applies the template so that it mounts a ConfigMap. */
  void webMounting(String text, String config) {
    web(
        text,
        Map.of(
            "replicas",
            1,
            "template",
            Map.of(
                "spec",
                Map.of(
                    "volumes",
                    List.of(Map.of("name", "config", "configMap", Map.of("name", config)))))));
  }

  /** Returns the clusters that have a ConfigMap. */
  Set<String> having(String config) {
    return hub.manifests(new ResourceId("v1", "ConfigMap", "default", config)).keySet();
  }

  /** Applies the template, with that text in it. */
  void web(String text) {
    web(text, Map.of("replicas", 1));
  }

  private void web(String text, Map<String, Object> spec) {
    hub.apply(
        Map.of(
            "apiVersion",
            WEB.apiVersion(),
            "kind",
            WEB.kind(),
            "metadata",
            Map.of("name", "web", "namespace", "default", "labels", Map.of("text", text)),
            "spec",
            spec));
  }

  /** Returns the text that each cluster has. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    hub.manifests(WEB)
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
    return hub.get(ROLLOUT).map(found -> HubObjects.part(found, "status")).orElse(Map.of());
  }

  Map<String, Object> condition(String type) {
    return JsonTree.maps(rollout(), "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  void patchRollout(Map<String, Object> spec) {
    hub.patch(ROLLOUT, Map.of("spec", spec), "");
  }

  boolean hasRollout() {
    return hub.get(ROLLOUT).isPresent();
  }

  void deleteRollout() {
    hub.delete(ROLLOUT);
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

  GenericKubernetesResource work(String cluster) {
    return hub.works().stream()
        .filter(
            work ->
                work.getMetadata().getNamespace().equals(KarmadaKeys.EXECUTION_NAMESPACE + cluster))
        .findFirst()
        .orElseThrow();
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
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(expectation);
  }

  /** Fails as soon as the clusters have anything else while this is done. */
  void unmoved(ThrowingCallable meanwhile) throws Throwable {
    Map<String, String> before = texts();
    meanwhile.call();
    for (int i = 0; i < 15; i++) {
      assertThat(texts()).isEqualTo(before);
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    stop();
    members.close();
    hub.close();
    servers.close();
  }
}
