package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.RunningController;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.process.Patience;
import io.sluice.settings.Settings;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads the status of PolicySets on a real API server (policy-propagation 6). */
@Timeout(Patience.TEST)
class PolicySetIT {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();
  private static final String ALL = "All policies are reporting status";
  private static final String EXCLUDED =
      "One or more policies were excluded. For details, see status.exclusions.";

  private static KubernetesClient admin;
  private static KubernetesClient worker;
  private static RunningController controller;

  private final String namespace = "sets-" + NAMESPACES.incrementAndGet();

  @BeforeAll
  static void start() {
    admin = SharedDevServers.get().client();
    worker = SharedDevServers.get().workerClient();
    for (String cluster : List.of("ps1", "ps2")) {
      namespace(cluster);
      create(
          Kinds.MANAGED_CLUSTER,
          """
          apiVersion: cluster.open-cluster-management.io/v1
          kind: ManagedCluster
          metadata: {name: %s}
          spec: {hubAcceptsClient: true}
          """
              .formatted(cluster));
    }
    // Unstaged policies need no Temporal.
    controller = RunningController.withoutTemporal(worker, Settings.DEFAULTS);
  }

  @AfterAll
  static void stop() {
    controller.close();
    worker.close();
    admin.close();
  }

  private static void namespace(String name) {
    admin
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
  }

  private static void create(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        admin.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource made = at(kind, object).create();
    if (status != null) {
      made.setAdditionalProperty("status", status);
      at(kind, made).updateStatus();
    }
  }

  private static Resource<GenericKubernetesResource> at(
      ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return kind.isNamespaceScoped()
        ? admin
            .genericKubernetesResources(kind)
            .inNamespace(object.getMetadata().getNamespace())
            .resource(object)
        : admin.genericKubernetesResources(kind).resource(object);
  }

  /** Creates a namespace with a placement of both clusters, bound to the set. */
  private void fleet() {
    namespace(namespace);
    create(
        Kinds.PLACEMENT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet, namespace: %s}
        spec: {}
        status:
          numberOfSelectedClusters: 2
          decisionGroups: [{decisionGroupIndex: 0, decisionGroupName: "", decisions: [fleet-1], clusterCount: 2}]
        """
            .formatted(namespace));
    create(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: fleet-1
          namespace: %s
          labels:
            cluster.open-cluster-management.io/placement: fleet
            cluster.open-cluster-management.io/decision-group-index: "0"
            cluster.open-cluster-management.io/decision-group-name: ""
        status: {decisions: [{clusterName: ps1, reason: ''}, {clusterName: ps2, reason: ''}]}
        """
            .formatted(namespace));
    bind("base", "PolicySet", "base");
  }

  private void bind(String binding, String kind, String subject) {
    create(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %s, namespace: %s}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: %s, name: %s}]
        """
            .formatted(binding, namespace, kind, subject));
  }

  private void policies(String... names) {
    for (String name : names) {
      create(
          Kinds.POLICY,
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: Policy
          metadata: {name: %s, namespace: %s}
          spec: {disabled: false, remediationAction: inform, policy-templates: []}
          """
              .formatted(name, namespace));
    }
  }

  private void set(List<String> policies, String exclusions) {
    create(
        Kinds.POLICY_SET,
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: base, namespace: %s}
        spec: {policies: [%s], exclusions: [%s]}
        """
            .formatted(
                namespace,
                policies.stream().map("\"%s\""::formatted).collect(Collectors.joining(",")),
                exclusions));
  }

  private void report(String policy, String cluster, String compliant) {
    String replica = namespace + "." + policy;
    await()
        .atMost(Patience.MOST)
        .until(
            () ->
                admin
                        .genericKubernetesResources(Kinds.POLICY)
                        .inNamespace(cluster)
                        .withName(replica)
                        .get()
                    != null);
    retried(
        () -> {
          GenericKubernetesResource found =
              admin
                  .genericKubernetesResources(Kinds.POLICY)
                  .inNamespace(cluster)
                  .withName(replica)
                  .get();
          found.setAdditionalProperty("status", Map.of("compliant", compliant));
          at(Kinds.POLICY, found).updateStatus();
        });
  }

  private void report(String policy, String compliant) {
    Stream.of("ps1", "ps2").forEach(cluster -> report(policy, cluster, compliant));
  }

  private void edit(
      ResourceDefinitionContext kind,
      String name,
      UnaryOperator<GenericKubernetesResource> change) {
    retried(
        () ->
            admin
                .genericKubernetesResources(kind)
                .inNamespace(namespace)
                .withName(name)
                .edit(change));
  }

  /** Reads and writes again where the controller has written in between. */
  private static void retried(Runnable write) {
    await()
        .atMost(Patience.MOST)
        .pollDelay(Duration.ZERO)
        .ignoreExceptionsMatching(
            e ->
                e instanceof KubernetesClientException refused
                    && refused.getCode() == HttpURLConnection.HTTP_CONFLICT)
        .until(
            () -> {
              write.run();
              return true;
            });
  }

  private Map<String, Object> status() {
    return HubObjects.part(
        admin
            .genericKubernetesResources(Kinds.POLICY_SET)
            .inNamespace(namespace)
            .withName("base")
            .get(),
        "status");
  }

  private List<String> warnings() {
    return admin
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(namespace)
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> "PolicyNotFound".equals(event.get("reason")))
        .map(event -> String.valueOf(event.get("note")))
        .toList();
  }

  private static boolean namesB(List<String> warnings) {
    return warnings.stream().anyMatch(warning -> warning.startsWith("spec.policies lists b, "));
  }

  private void becomes(String compliant, String message) {
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () -> {
              assertThat(status().get("statusMessage")).isEqualTo(message);
              assertThat(status().getOrDefault("compliant", "")).isEqualTo(compliant);
            });
  }

  @Test
  void theWorstStateOfAPolicyCounts() {
    fleet();
    policies("a", "b");
    set(List.of("a", "b"), "");
    becomes("", "No status provided while awaiting policy status: a, b");
    report("a", "Compliant");
    report("b", "ps1", "Compliant");
    becomes("Compliant", ALL);
    report("b", "ps2", "NonCompliant");
    becomes("NonCompliant", ALL);
    assertThat(status().get("placement"))
        .isEqualTo(List.of(Map.of("placementBinding", "base", "placement", "fleet")));
  }

  @Test
  void pendingPoliciesAreNamed() {
    fleet();
    policies("a", "b");
    set(List.of("a", "b"), "");
    report("a", "Pending");
    report("b", "Compliant");
    becomes("Pending", "Policies awaiting pending dependencies: a");
  }

  @Test
  void missingPoliciesAreNamedUntilTheyCome() {
    fleet();
    policies("a");
    set(List.of("a", "b"), "");
    report("a", "Compliant");
    becomes("Compliant", "Deleted policies: b");
    await().atMost(Patience.MOST).until(this::warnings, PolicySetIT::namesB);
    policies("b");
    report("b", "Compliant");
    becomes("Compliant", ALL);
    admin.genericKubernetesResources(Kinds.POLICY).inNamespace(namespace).withName("b").delete();
    becomes("Compliant", "Deleted policies: b");
  }

  @Test
  void disabledPoliciesAreNamedAndSkipped() {
    fleet();
    policies("a", "b");
    set(List.of("a", "b"), "");
    report("a", "Compliant");
    report("b", "NonCompliant");
    becomes("NonCompliant", ALL);
    edit(
        Kinds.POLICY,
        "b",
        policy -> {
          Map<String, Object> spec = HubObjects.part(policy, "spec");
          spec.put("disabled", true);
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
    becomes("Compliant", "Disabled policies: b");
  }

  @Test
  void excludedClustersAreLeftOut() {
    fleet();
    policies("a");
    set(List.of("a"), "{policyName: a, clusterNames: [ps2, ps1x], reason: why}");
    report("a", "ps1", "Compliant");
    becomes("Compliant", ALL + "; " + EXCLUDED);
    assertThat(status().get("exclusions"))
        .isEqualTo(List.of(Map.of("policyName", "a", "clusters", List.of("ps1x", "ps2"))));
  }

  @Test
  void aSetThatIsEmptiedLosesItsStatus() {
    fleet();
    policies("a");
    set(List.of("a"), "");
    report("a", "Compliant");
    becomes("Compliant", ALL);
    // Replaced: a patch that is computed from the objects would leave out the empty list.
    retried(
        () -> {
          GenericKubernetesResource set =
              admin
                  .genericKubernetesResources(Kinds.POLICY_SET)
                  .inNamespace(namespace)
                  .withName("base")
                  .get();
          set.setAdditionalProperty("spec", Map.of("policies", List.of()));
          at(Kinds.POLICY_SET, set).update();
        });
    await().atMost(Patience.MOST).untilAsserted(() -> assertThat(status()).isEmpty());
  }

  @Test
  void aSetWithoutBindingsShowsThatItsPoliciesAreAwaited() {
    namespace(namespace);
    policies("a");
    set(List.of("a"), "");
    becomes("", "No status provided while awaiting policy status: a");
    assertThat(status()).doesNotContainKey("placement");
  }

  @Test
  void bindingsAndPlacementsComeAndGo() {
    fleet();
    policies("a");
    set(List.of("a"), "");
    report("a", "Compliant");
    becomes("Compliant", ALL);
    bind("another", "PolicySet", "base");
    await()
        .atMost(Patience.MOST)
        .untilAsserted(() -> assertThat((List<?>) status().get("placement")).hasSize(2));
    admin
        .genericKubernetesResources(Kinds.PLACEMENT)
        .inNamespace(namespace)
        .withName("fleet")
        .delete();
    becomes("", "No status provided while awaiting policy status: a");
    assertThat(status().get("placement"))
        .isEqualTo(
            List.of(Map.of("placementBinding", "another"), Map.of("placementBinding", "base")));
  }

  @Test
  void aStatusEditedByHandIsPutBack() {
    fleet();
    policies("a");
    set(List.of("a"), "");
    report("a", "Compliant");
    becomes("Compliant", ALL);
    retried(
        () -> {
          GenericKubernetesResource set =
              admin
                  .genericKubernetesResources(Kinds.POLICY_SET)
                  .inNamespace(namespace)
                  .withName("base")
                  .get();
          set.setAdditionalProperty("status", Map.of("statusMessage", "by hand"));
          at(Kinds.POLICY_SET, set).updateStatus();
        });
    becomes("Compliant", ALL);
  }
}
